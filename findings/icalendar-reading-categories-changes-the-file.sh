#!/usr/bin/env bash
# A good guess: to read `component.categories` is to read. A calendar that was only looked at is written as it came.
# Instead: the read changes the component. One without categories gets an empty "CATEGORIES:" line. One with two
#   CATEGORIES lines gets one line in their place, and their LANGUAGE parameters are lost. No value was set, yet the
#   component is no longer equal to itself before. Other such properties (summary, description, rrules) leave it alone.
# Version and source: icalendar 7.3.2 (PyPI).
# Who meets it: programs that sort or filter tasks by category and write the calendar back: each task that they
#   looked at becomes a change for the next sync, and its categories lose their languages.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
  --target "$work/lib" icalendar==7.3.2
export PYTHONNOUSERSITE=1 PYTHONPATH=$work/lib
python3 - <<'PY'
import sys
import icalendar

source = "\r\n".join((
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//example//EN",
    "BEGIN:VTODO", "UID:bare", "DTSTAMP:20261101T080000Z", "SUMMARY:Water the plants", "END:VTODO",
    "BEGIN:VTODO", "UID:two", "DTSTAMP:20261101T080000Z", "SUMMARY:Write the report",
    "CATEGORIES;LANGUAGE=en:work", "CATEGORIES;LANGUAGE=fr:bureau", "END:VTODO",
    "END:VCALENDAR", ""))
print("icalendar", icalendar.__version__)


def lines(read):
    calendar = icalendar.Calendar.from_ical(source)
    for todo in calendar.todos:
        read(todo)
    same = calendar == icalendar.Calendar.from_ical(source)
    found = [[line for line in todo.to_ical().decode().split("\r\n") if line.startswith("CATEGORIES")]
             for todo in calendar.todos]
    return found, same


before, untouched = lines(lambda todo: None)
other, still = lines(lambda todo: (todo.summary, todo.description, todo.rrules))
after, equal = lines(lambda todo: todo.categories)
print("not read:           ", before, "equal to the source:", untouched)
print("other properties:   ", other, "equal to the source:", still)
print("categories read:    ", after, "equal to the source:", equal)
as_described = (
    before == other == [[], ["CATEGORIES;LANGUAGE=en:work", "CATEGORIES;LANGUAGE=fr:bureau"]]
    and untouched and still
    and after == [["CATEGORIES:"], ["CATEGORIES:work,bureau"]] and not equal)
print("as described" if as_described else "NOT as described")
sys.exit(not as_described)
PY
