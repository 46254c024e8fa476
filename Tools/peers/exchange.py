"""Tests round trips of focusflow's tasks and sessions through other programs. Tools/exchange calls it.

A round trip exports from a home, imports into the program, exports from it, and imports into an empty home. Then it compares the complete CSV exports
of both homes. It ignores fields that the program cannot store, and lists them in the table.
"""
import csv
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

app, count = sys.argv[1], int(sys.argv[2])
place = tempfile.mkdtemp(prefix="exchange-")
environment = dict(os.environ, HOME=place, LANG="C.UTF-8", TZ="Europe/Berlin", NO_COLOR="1")
rows, bad = [], 0


def run(*words, data=None, fails=False):
    done = subprocess.run(words, input=data, capture_output=True, env=environment)
    if done.returncode and not fails:
        sys.exit(f"{' '.join(words)}: {done.returncode}\n{done.stdout.decode()[-2000:]}{done.stderr.decode()[-2000:]}")
    return done.stdout


def flow(home, *words, data=None):
    return run(app, "--data", f"{place}/{home}", *words, data=data)


def table(home, what):
    return list(csv.DictReader(io.StringIO(flow(home, "export", "-", "--as", "csv", "--of", what).decode(), newline="")))


def compare(name, what, first, second, without=()):
    global bad
    def comparable_rows(home):
        # Compares whole seconds if the program stores no fractions.
        def cell(name, text):
            return text[:19] if "parts of seconds" in without and name in ("start", "end") else text
        return sorted(tuple(sorted((k, cell(k, v)) for k, v in row.items() if k not in without)) for row in table(home, what))
    mine, theirs = comparable_rows(first), comparable_rows(second)
    same = len(set(mine) & set(theirs))
    wrong = max(len(mine), len(theirs)) - same
    bad += wrong
    rows.append((name, what, len(mine), len(theirs), same, ", ".join(without) or "-"))
    if wrong:
        for row in [r for r in mine if r not in theirs][:2] + [r for r in theirs if r not in mine][:2]:
            print("differs:", row, file=sys.stderr)


def fill_home():
    """Fills the home `mine` with tasks of every kind, from quick lines, and with sessions, from a table."""
    chance = random.Random(1)
    lines = []
    for number in range(count):
        marks = [f"#tag{number % 7}" if number % 3 else "", f"@2026-{1 + number % 12:02}-{1 + number % 28:02}" if number % 2 else "",
                 ["", "30m", "1h30m"][number % 3], ["", "!high", "!medium", "!low"][number % 4], "+home.flat" if number % 5 == 0 else "",
                 ["*daily", "*weekly", "*3d", "*6m", "*weekdays"][number % 5] if number % 10 == 3 and number % 2 else "",
                 "~09:00" if number % 11 == 0 and number % 2 else ""]
        lines.append(" ".join([f"Call “{number}”, 한글 'x' \\\\ ; {number}"] + [m for m in marks if m]))
    flow("mine", "task", "import", "-", data="\n".join(lines).encode())
    ids = [row["id"] for row in table("mine", "tasks")]
    for number in range(0, min(count, 20), 2):
        flow("mine", "task", "done", ids[number])
    text = io.StringIO()
    out = csv.writer(text)
    out.writerow(["id", "start", "end", "title", "project", "tags", "focusflowmilliseconds", "focusflowplanned", "focusflowcompleted", "focusflowtask"])
    for number in range(count):
        day, hour = 1 + number // 10 % 28, 8 + number % 10
        month = 1 + number // 280 % 10
        year = 2024 - number // 2800
        minutes = chance.randint(1, 50)
        out.writerow([f"s{number}", f"{year}-{month:02}-{day:02}T{hour:02}:00:00.{number % 1000:03}Z", f"{year}-{month:02}-{day:02}T{hour:02}:{minutes:02}:07.500Z",
                      f"Focus “{number}”", "home.flat" if number % 4 == 0 else "", f"tag{number % 7}", minutes * 60_000, 1_500_000 if number % 2 else "",
                      "yes" if number % 2 else "", ids[number % len(ids)]])
    flow("mine", "import", "-", "--yes", data=text.getvalue().encode())


def taskwarrior():
    rc = f"{place}/taskrc"
    with open(rc, "w") as file:
        file.write(f"data.location={place}/task\nconfirmation=no\nverbose=nothing\njson.array=on\nrecurrence=off\n")
    task = ["task", f"rc:{rc}"]
    run(*task, "import", "-", data=flow("mine", "export", "-", "--as", "taskwarrior"))
    flow("task", "import", "-", "--yes", data=run(*task, "export"))
    compare("Taskwarrior", "tasks", "mine", "task")
    # Taskwarrior adds occurrences of recurring tasks. Each must still become one task.
    run(*task, "rc.recurrence=on", "list", fails=True)
    flow("again", "import", "-", "--yes", data=run(*task, "rc.recurrence=on", "export"))
    compare("Taskwarrior, with occurrences", "tasks", "mine", "again")
    before = len(table("again", "tasks"))
    flow("again", "import", "-", "--yes", data=run(*task, "export"))
    rows.append(("Taskwarrior, a second time", "tasks", before, len(table("again", "tasks")), before, "-"))


def timewarrior():
    folder = f"{place}/timew/data"
    os.makedirs(folder)
    environment["TIMEWARRIORDB"] = f"{place}/timew"
    months = {}
    for line in flow("mine", "export", "-", "--as", "timewarrior-data").decode().splitlines(True):
        months.setdefault(f"{line[4:8]}-{line[8:10]}", []).append(line)
    for month, lines in months.items():
        with open(f"{folder}/{month}.data", "w") as file:
            file.writelines(sorted(lines))
    open(f"{place}/timew/timewarrior.cfg", "w").close()
    # The first call asks whether to create the database.
    run("timew", "tags", data=b"yes\n")
    exported = run("timew", "export")
    assert len(json.loads(exported)) == count, exported[:500]
    flow("timew", "import", "-", "--yes", data=exported)
    lost = ("id", "parts of seconds", "focusflowmilliseconds", "focusflowplanned", "focusflowcompleted", "focusflowtask", "focusflowpreset")
    compare("Timewarrior", "sessions", "mine", "timew", lost)
    flow("mine", "import", "-", "--yes", data=exported)
    rows.append(("Timewarrior, back home", "sessions", count, len(table("mine", "sessions")), count, "-"))


def icalendar():
    program = "import sys, icalendar; sys.stdout.buffer.write(icalendar.Calendar.from_ical(sys.stdin.buffer.read()).to_ical())"
    python = next((p for p in ("/usr/bin/python3", sys.executable) if not subprocess.run([p, "-c", "import icalendar"], capture_output=True).returncode), None)
    if not python:
        print("icalendar is not installed: skipped", file=sys.stderr)
        return
    calendar = run(python, "-c", program, data=flow("mine", "export", "-", "--as", "ical"))
    assert calendar.count(b"BEGIN:VTODO") == count and calendar.count(b"BEGIN:VEVENT") == count
    flow("ical", "import", "-", "--yes", data=calendar)
    compare("icalendar (Python)", "tasks", "mine", "ical")
    compare("icalendar (Python)", "sessions", "mine", "ical")


try:
    # Buys Pro in the sandbox, because the free plan limits the number of tasks.
    for home in ("mine", "task", "again", "timew", "ical"):
        flow(home, "plan", "sandbox", "buy", "com.focusflow.pro.lifetime", "--yes")
    fill_home()
    for program, round_trip in (("task", taskwarrior), ("timew", timewarrior)):
        round_trip() if shutil.which(program) else print(f"{program} is not installed: skipped", file=sys.stderr)
    icalendar()
    print(f"{'through':32}{'what':10}{'out':>7}{'back':>7}{'equal':>7}  not stored by the program")
    for name, what, out, back, same, without in rows:
        print(f"{name:32}{what:10}{out:7}{back:7}{same:7}  {without}")
        bad += out != back
    sys.exit(1 if bad else 0)
finally:
    shutil.rmtree(place)
