"""What Prometheus reads: routes and statuses, and nothing that anybody typed."""

from fundstelle.core.callers import Operator
from tests.delivery.http.desk import CANARY, QUESTION, Desk


def test_requests_are_counted_by_route_and_nothing_of_them_is_kept(desk: Desk) -> None:
    user = desk.app.people(Operator()).add_user("prometheus", service=True)
    _, secret = desk.app.keys().add(user.id, "figures")
    desk.call("member", "POST", "/ask", json={"question": QUESTION})
    desk.call("member", "GET", "/search", params={"query": CANARY})
    desk.call("member", "GET", f"/documents/{desk.ids['Akten/1']}")
    desk.call("anonymous", CANARY.upper(), f"/{CANARY}")
    desk.call("anonymous", "GET", "/health", headers={"host": "evil.example"})

    text = desk.call("anonymous", "GET", "/metrics", headers={"x-api-key": secret}).text

    asked = 'fundstelle_requests_total{method="POST",route="/api/v1/ask",status="200"} 1.0'
    assert asked in text
    assert 'route="/api/v1/documents/{document_id}",status="200"} 1.0' in text
    assert 'route="other",status="400"} 1.0' in text
    for private in (CANARY, CANARY.upper(), "Anna", desk.ids["Akten/1"], "member"):
        assert private not in text
