"""English phrases per mark (core.claims.marks)."""

ENGLISH_MARKS = {
    "all": (
        "all;every;each;everyone;everybody;any;anyone;anybody;entire;whole;unanimously;"
        "round the clock;everything;anything"
    ),
    "both": "both",
    "most": "most;most of;the majority;mostly;mainly;majority;largely;in most cases;nearly half",
    "some": "some;several;a few;few;partly;certain;in part;many;a number of;various",
    "always": (
        "always;at all times;at any time;without exception;regardless;in any case;in all cases;"
        "invariably;unconditionally;automatically;even if;even without;even when;irrespective;"
        "unlimited;guaranteed;certainly;definitely;constantly;under any circumstances;whenever"
    ),
    "rare": "sometimes;occasionally;rarely;seldom;from time to time;at times;often;frequently",
    "only": "only;solely;exclusively;merely;nothing but;just",
    "least": "at least;minimum;a minimum of;no less than;no fewer than;not less than",
    "most_at": (
        "at most;up to;maximum;a maximum of;no more than;not more than;as many as;as much as;"
        "no longer than;not exceed;must not exceed;capped at"
    ),
    "within": "within;no later than;at the latest;not later than;inside",
    "exact": "exactly;precisely",
    "about": (
        "about;approximately;roughly;around;nearly;almost;some;or so;approx;close to;circa;"
        "just under;just over"
    ),
    "must": (
        "must;shall;has to;have to;had to;needs to;need to;needs;need;required;mandatory;obliged;"
        "obligatory;necessary;compulsory;requires;require;is to;are to;obligation;essential"
    ),
    "may": (
        "not prohibited;not forbidden;not banned;may;can;could;allowed;permitted;able to;"
        "possible;optional;eligible;free to;need not;do not need to;does not need to;"
        "don't need to;do not have to;voluntary;allows;permits"
    ),
    "should": (
        "should;wants to;want to;wanted to;plans to;intends to;"
        "ought to;recommended;recommends;recommend;advised;advisable;suggested"
    ),
    "hedge": (
        "probably;likely;presumably;perhaps;possibly;maybe;might;usually;normally;generally;"
        "typically;expected;expect;expects;as a rule;tentatively;provisional;provisionally;"
        "apparently;seems;seem;appears;appear;reportedly;allegedly;estimated;planned;subject to;"
        "in general;potentially;hopes;hope;believed;would;unclear;aims;intended;if possible"
    ),
    "if": (
        "if;when;provided;provided that;as long as;in case;in the event;once;on condition;where;"
        "so long as;assuming"
    ),
    "on_request": (
        "on request;upon request;by arrangement;by appointment;with approval;with permission;"
        "with consent;under supervision;on presentation;upon approval;with written approval;"
        "with the written approval;with prior approval;subject to approval;at the discretion;"
        "on application"
    ),
    "except": (
        "except;except for;unless;apart from;other than;excluding;excepting;with the exception;"
        "otherwise;save for"
    ),
    "cause": (
        "because;because of;due to;owing to;therefore;hence;as a result;consequently;thus;caused;"
        "causes;caused by;reason;in order to;so that;on account of;thanks to;so as to;, so;"
        "led to;resulted in"
    ),
    "report": (
        "according to;said;says;say;reported;reports;pointed out;points out;claimed;claims;"
        "stated;believes;believe;thinks;think;argued;argues;suggested;in the words of;in words;"
        "noted;complained;complains;told;considers;described;in the opinion of;in the view of;"
        "in mr;in ms;in mrs;mentioned;explained;warned;warns;remarked;announced;as per;estimates;"
        "praised"
    ),
    "not": (
        "not;no;never;none;neither;nor;nobody;nothing;cannot;nowhere;n't;don't;doesn't;isn't;"
        "aren't;can't;won't;wasn't;weren't;didn't;mustn't;shouldn't;hasn't;haven't;don;fails to"
    ),
    "without": "without;outside",
    "forbidden": (
        "prohibited;forbidden;banned;not allowed;not permitted;prohibits;disallowed;barred;"
        "may not;must not;mustn't;not be allowed;not be permitted;cannot;can't;can not;"
        "not possible;not entitled"
    ),
    "free": (
        "free of charge;free;at no cost;at no charge;without charge;no charge;no fee;for free;"
        "without a fee;complimentary;do not have to pay;does not have to pay;waived;waives;"
        "not have to pay;pay nothing;not charged;no cost;do not pay;does not pay;not pay"
    ),
    "also": "also;too;as well;even;additionally;in addition",
    "done": "already;by now;meanwhile;since then;in the meantime;completed;finished",
    "still": "still;yet;remains;remain;unchanged;continues;continue",
    "before_now": "previously;formerly;former;previous;earlier;old;used to;so far;prior",
    "from_now": "in future;in the future;from now on;henceforth;soon;upcoming",
    "since": "since",
    "until": "until;till;up until",
    "now": "currently;now;at present;nowadays;today;presently;at the moment",
    "at_once": "immediately;at once;without delay;promptly;straight away;right away;instantly",
    "for_good": "permanently;for good;forever;indefinitely;final",
    "for_now": "temporarily;for now;for the time being;until further notice;interim",
    "past": "was;were;had;did;has been;have been",
    "compared": "more than;less than;fewer than;higher than;lower than;greater than",
}
