#!/usr/bin/env bash
# A good guess: calcurse imports an appointment with an alarm and exports it as iCalendar with that alarm, and at the
#   worst a reader skips an alarm that it does not understand.
# Instead: calcurse keeps only a flag. Every alarm leaves as its own warning time, in seconds and without the "T" that
#   a duration of seconds needs: "-PT15M" comes back as "-P300S". icalendar refuses the value, so khal refuses the
#   whole file: one flagged appointment, and none of the others arrives. Without the flag the same file is taken.
# Version and source: calcurse 4.7.1-1 (Debian 12), khal 0.14.1 with icalendar 7.3.2 (PyPI).
# Who meets it: people who carry a calendar from calcurse to another program, and importers of iCalendar, which must
#   choose between one lost alarm and a lost file.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq -o APT::Sandbox::User=root download calcurse=4.7.1-1 > /dev/null
dpkg -x calcurse_*.deb root
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
  --target "$work/lib" khal==0.14.1 icalendar==7.3.2
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/share TZ=UTC LC_ALL=C.UTF-8
export PYTHONNOUSERSITE=1 PYTHONPATH=$work/lib
calcurse() { "$work/root/usr/bin/calcurse" "$@"; }
calcurse --version | head -n 1
python3 -c 'import icalendar, khal; print("khal", khal.__version__, "with icalendar", icalendar.__version__)'

# write NAME LINES: a calendar of two appointments, the second one with the given lines.
write() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 'PRODID:-//example//example//EN' \
    BEGIN:VEVENT UID:walk DTSTAMP:20261101T080000Z DTSTART:20261201T080000Z DURATION:PT30M SUMMARY:Walk END:VEVENT \
    BEGIN:VEVENT UID:work DTSTAMP:20261101T080000Z DTSTART:20261201T090000Z DURATION:PT50M SUMMARY:Work "${@:2}" \
    END:VEVENT END:VCALENDAR > "$1.ics"
}
write plain
write alarm BEGIN:VALARM ACTION:DISPLAY DESCRIPTION:Soon TRIGGER:-PT15M END:VALARM
for name in plain alarm; do
  mkdir "$name" "$name-khal"
  calcurse -D "$work/$name" -C "$work/$name" -q -i "$name.ics"
  calcurse -D "$work/$name" -C "$work/$name" -xical > "$name-out.ics"
  printf '%s\n' '[calendars]' '[[all]]' "path = $work/$name-khal" '[locale]' 'local_timezone = UTC' \
    'default_timezone = UTC' '[sqlite]' "path = $work/$name.db" '[default]' 'default_calendar = all' > "$name.conf"
  if python3 -m khal -c "$name.conf" import --batch "$name-out.ics" > "$name.log" 2>&1; then told=0; else told=$?; fi
  count=$(find "$name-khal" -name '*.ics' | wc -l)
  echo "$name: trigger $(grep -ao 'TRIGGER[^[:space:]]*' "$name-out.ics" || echo none)," \
    "khal exits $told and holds $count appointments"
  printf '%s %s\n' "$told" "$count" > "$name.found"
done
grep critical alarm.log || true
if python3 -c 'import icalendar, sys
icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())' alarm-out.ics 2> problem; then refused=no
else refused=yes; fi
tail -n 1 problem
if [ "$(cat plain.found)" = '0 2' ] && [ "$(cat alarm.found)" = '1 0' ] && [ "$refused" = yes ] \
  && grep -q 'Invalid iCalendar duration: -P300S' problem && grep -aq '^TRIGGER:-P300S' alarm-out.ics
then echo 'as described'
else
  echo 'NOT as described'
  exit 1
fi
