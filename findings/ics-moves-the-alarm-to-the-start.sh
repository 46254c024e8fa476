#!/usr/bin/env bash
# A good guess: a library that reads a calendar and writes it back may drop what it does not know, but keeps when an
#   alarm rings.
# Instead: ics forgets RELATED=END of a trigger and writes the rest. "Five minutes before the end" becomes "five
#   minutes before the start", without a warning. The alarm of a session of 50 minutes rings 50 minutes too early,
#   before the session begins. ACTION, DESCRIPTION and the five minutes stay, so the alarm looks whole.
# Version and source: ics 0.7.3, checked by the alarm times of icalendar 7.3.2 (PyPI).
# Who meets it: focus timers and time planners, whose alarms ring before the end of a session, as soon as the
#   calendar passes through a tool built on ics.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for package in ics==0.7.3 icalendar==7.3.2; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
    --target "$work/${package%%=*}" "$package"
done
cd "$work"
export PYTHONNOUSERSITE=1
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 'PRODID:-//example//example//EN' \
  BEGIN:VEVENT UID:session DTSTAMP:20261101T080000Z DTSTART:20261201T090000Z DURATION:PT50M \
  'SUMMARY:Deep work' BEGIN:VALARM ACTION:DISPLAY 'DESCRIPTION:Wrap up' 'TRIGGER;RELATED=END:-PT5M' \
  END:VALARM END:VEVENT END:VCALENDAR > before.ics
PYTHONPATH=$work/ics python3 -W ignore::FutureWarning - <<'PY'
from importlib.metadata import version
import ics

print("ics", version("ics"))
with open("before.ics", newline="", encoding="utf-8") as source:
    calendar = ics.Calendar(source.read())
with open("after.ics", "w", newline="", encoding="utf-8") as target:
    target.write(calendar.serialize())
PY
PYTHONPATH=$work/icalendar python3 - <<'PY'
import sys
import icalendar

print("icalendar", icalendar.__version__)
rings = []
for name in ("before.ics", "after.ics"):
    source = open(name, "rb").read()
    event = icalendar.Calendar.from_ical(source).events[0]
    lines = [line for line in source.decode().split("\r\n") if line.startswith(("TRIGGER", "ACTION", "DESCRIPTION"))]
    rings.append(([f"{time.trigger:%H:%M}" for time in event.alarms.times], lines))
    print(name, f"{event.start:%H:%M}-{event.end:%H:%M}, rings at", *rings[-1][0], lines)
as_described = (
    rings[0][0] == ["09:45"] and rings[1][0] == ["08:55"]
    and sorted(rings[1][1]) == ["ACTION:DISPLAY", "DESCRIPTION:Wrap up", "TRIGGER:-PT5M"])
print("as described" if as_described else "NOT as described")
sys.exit(not as_described)
PY
