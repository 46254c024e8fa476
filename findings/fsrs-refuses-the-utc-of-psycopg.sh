#!/usr/bin/env bash
# A good guess: py-fsrs wants times in UTC, psycopg returns a `timestamptz` of a UTC session in UTC, so reviews kept
#   in PostgreSQL go straight into the scheduler.
# Instead: it depends on how the session spells UTC. With "UTC" psycopg gives `timezone.utc`; with "Etc/UTC", which
#   initdb takes over from a machine set to that name, it gives `ZoneInfo("Etc/UTC")`. The scheduler compares the time
#   zone object with `timezone.utc`, so for the second `review_card` and `reschedule_card` both raise "datetime must
#   be timezone-aware and set to UTC", although the time is both: offset 0, and equal to the accepted one. `ReviewLog`
#   takes it without a word, so the error comes late, on the replay. Through JSON and back the same log is accepted,
#   and so is `astimezone(timezone.utc)`.
# Version and source: fsrs 6.3.2, psycopg 3.3.9 (PyPI), PostgreSQL 15.20 (postgresql-15 15.20-0+deb12u1, Debian 12).
# Who meets it: flashcard programs that keep reviews in PostgreSQL and replay them by FSRS.
set -euo pipefail
work=$(mktemp -d)
bin=$work/root/usr/lib/postgresql/15/bin
as=()
if [ "$(id -u)" = 0 ]; then as=(runuser -u nobody --); fi
finish() {
  if [ -f "$work/data/cluster/postmaster.pid" ]; then
    "${as[@]}" "$bin/pg_ctl" -D "$work/data/cluster" -m immediate stop > /dev/null 2>&1 || true
  fi
  rm -rf "$work"
}
trap finish EXIT
cd "$work"
version=15.20-0+deb12u1
apt-get -qq -o APT::Sandbox::User=root download postgresql-15=$version libpq5=$version > /dev/null
for package in *.deb; do dpkg -x "$package" root; done
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
  --target "$work/lib" fsrs==6.3.2 'psycopg[binary]==3.3.9'
library=$(dirname "$(find "$work/root" -name libpq.so.5)")
mkdir data
chmod 711 "$work"
if [ "$(id -u)" = 0 ]; then chown nobody data; fi
cd data
"${as[@]}" env LD_LIBRARY_PATH="$library" LC_ALL=C \
  "$bin/initdb" -D "$work/data/cluster" -U owner -E UTF8 --locale=C --auth=trust > /dev/null
"${as[@]}" env LD_LIBRARY_PATH="$library" LC_ALL=C \
  "$bin/pg_ctl" -D "$work/data/cluster" -l "$work/data/log" -w \
  -o "-c listen_addresses='' -c unix_socket_directories='$work/data'" start > /dev/null
export PYTHONNOUSERSITE=1 PYTHONPATH=$work/lib
python3 - "$work/data" <<'PY'
import sys
from datetime import datetime, timedelta, timezone
from importlib.metadata import version
import psycopg
from fsrs import Card, Rating, ReviewLog, Scheduler

print("fsrs", version("fsrs"), "psycopg", version("psycopg"))
scheduler = Scheduler(enable_fuzzing=False)
expected = datetime(2026, 11, 1, 9, tzinfo=timezone.utc)


def replies(time):
    log = ReviewLog(card_id=1, rating=Rating.Good, review_datetime=time, review_duration=None)
    stored = ReviewLog.from_json(log.to_json())
    results = []
    for call in (lambda: scheduler.review_card(Card(card_id=1), Rating.Good, time),
                 lambda: scheduler.reschedule_card(Card(card_id=1), [log]),
                 lambda: scheduler.reschedule_card(Card(card_id=1), [stored])):
        try:
            call()
            results.append("accepted")
        except ValueError as problem:
            results.append(str(problem))
    return results


results = {}
with psycopg.connect(host=sys.argv[1], user="owner", dbname="postgres") as connection:
    print("PostgreSQL", connection.info.server_version)
    for setting in ("Etc/UTC", "UTC"):
        connection.execute(f"set time zone '{setting}'")
        time = connection.execute("select timestamptz '2026-11-01 09:00:00+00'").fetchone()[0]
        equal = time == expected and time.utcoffset() == timedelta(0)
        results[setting] = (equal, replies(time), replies(time.astimezone(timezone.utc)))
        print(f"session in {setting}: {time.tzinfo!r}, equal {equal}")
        for name, reply in zip(("review_card", "reschedule_card", "the same log through JSON"), results[setting][1]):
            print(f"  {name}: {reply}")
refusal = "datetime must be timezone-aware and set to UTC"
accepted = ["accepted"] * 3
as_described = results == {
    "Etc/UTC": (True, [refusal, refusal, "accepted"], accepted), "UTC": (True, accepted, accepted)}
print("as described" if as_described else "NOT as described")
sys.exit(not as_described)
PY
