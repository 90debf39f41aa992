# Sourced by ./start and ./check: makes a virtual environment and keeps it up to date.
# shellcheck shell=bash
#
# An environment is fresh when its stamp names the present pyproject.toml and the present place of
# the repository. The stamp is written last and by rename, so an interrupted installation has none.

say() { printf '%s\n' "$*" >&2; }

stamp_of() { # EXTRAS: the line that a fresh environment carries
    local sum
    if command -v sha256sum > /dev/null; then
        sum=$(sha256sum < "$root/pyproject.toml")
    else
        sum=$(shasum -a 256 < "$root/pyproject.toml")
    fi
    printf '%s' "${sum%% *} [$1] $root"
}

find_python() { # prints the first interpreter that is 3.11 or newer
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" > /dev/null \
            && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
            printf '%s' "$name"
            return
        fi
    done
    say "Fundstelle needs Python 3.11 or newer; none was found (looked for python3, python3.11 …)."
    say "Install it, for example: apt install python3 python3-venv, or from python.org."
    return 1
}

make_venv() { # FOLDER
    local python
    python=$(find_python) || return
    if ! "$python" -c 'import venv, ensurepip' 2> /dev/null; then
        PYTHON="$python" "$root/scripts/system-packages" >&2 || true
        if ! "$python" -c 'import venv, ensurepip' 2> /dev/null; then
            say "Python is here, but its module for virtual environments is missing."
            say "Install it (Debian, Ubuntu: apt install python3-venv) and start again."
            return 1
        fi
    fi
    say "Making ${1##*/} with $("$python" --version) …"
    # --clear: whatever lies there belongs to another place or a Python that is gone.
    "$python" -m venv --clear "$1" >&2
}

install_into() ( # FOLDER EXTRAS STAMP; in a subshell: settings and lock end with it
    stamp="$1/fundstelle.stamp"
    # One installation at a time, where the system can lock. No lock file is left behind: the lock
    # is on pyproject.toml, opened for reading.
    if command -v flock > /dev/null; then
        exec 9< "$root/pyproject.toml"
        flock 9
        [[ -r "$stamp" && $(< "$stamp") == "$3" ]] && exit 0
    fi
    old=''
    [[ -r "$stamp" ]] && old=$(< "$stamp")
    rm -f "$stamp"
    # A moved repository keeps programs that point to the old place, so it begins anew.
    if [[ ! -x "$1/bin/python" || ! -f "$1/bin/pip" || ( -n $old && $old != *"] $root" ) ]]; then
        make_venv "$1" || exit
    fi
    say "Installing Fundstelle and its libraries into ${1##*/} (once; needs the network) …"
    # A user's own pip settings for other places would put the packages outside the environment.
    unset PIP_USER PIP_TARGET PIP_PREFIX PYTHONHOME
    if ! "$1/bin/python" -m pip install --quiet --no-input --disable-pip-version-check \
        --editable "$root${2:+[$2]}" > "$1/install.log" 2>&1; then
        tail -n 12 "$1/install.log" >&2
        say "The installation failed. The last lines stand above, all of them in ${1##*/}/install.log."
        say "It needs the network, or a pip that is told where the packages lie. Then start again."
        exit 1
    fi
    printf '%s' "$3" > "$stamp.new"
    mv -f "$stamp.new" "$stamp"
)

ensure_environment() { # FOLDER EXTRAS
    local stamp
    stamp=$(stamp_of "$2")
    if [[ -x "$1/bin/python" && -r "$1/fundstelle.stamp" ]] \
        && [[ $(< "$1/fundstelle.stamp") == "$stamp" ]]; then
        return
    fi
    install_into "$1" "$2" "$stamp"
}
