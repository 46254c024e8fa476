#!/usr/bin/env bash
# A good guess: `jrnl --format yaml` writes one YAML document per entry, so a YAML library reads title, date, tags
#   and body back, and the body is what the diary holds.
# Instead: no file with a body is YAML. The body is a block scalar indented by tabs, and YAML allows only spaces
#   there, so PyYAML refuses each file, and so does ruamel.yaml, which jrnl itself brings. A title with ": " fails
#   even earlier, as it is not quoted. The body is altered too: a line of nothing but tags is gone and takes the line
#   of text before it along, and "# " in a fenced block of shell code is taken for a heading and gets one more "#".
#   The JSON of the same journal has the body intact.
# Version and source: jrnl 4.6 with ruamel.yaml 0.19.1, read by PyYAML 6.0.3 (PyPI).
# Who meets it: diary programs that import from jrnl, and people who move to a notes program with front matter.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
  --target "$work/lib" jrnl==4.6 ruamel.yaml==0.19.1 pyyaml==6.0.3
cd "$work"
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
export PYTHONNOUSERSITE=1 PYTHONPATH=$work/lib TZ=UTC
mkdir config data out
cat > jrnl.yaml <<YAML
colors: {body: none, date: none, tags: none, title: none}
default_hour: 9
default_minute: 0
editor: ''
encrypt: false
highlight: false
indent_character: '|'
journals: {default: {journal: $work/journal.txt}}
linewrap: 79
tagsymbols: '@'
template: false
timeformat: '%Y-%m-%d %H:%M'
version: v4.6
YAML
cat > journal.txt <<'TEXT'
[2026-11-02 08:00] Backup of the pictures
It took an hour.
@home @backup
```sh
# newest first
ls -t
```

[2026-11-03 09:00] Rain
At home all day.

[2026-11-04 09:00] Walk: along the river
As far as the old bridge.
TEXT
run() { python3 -m jrnl --config-file "$work/jrnl.yaml" "$@" < /dev/null 2> log; }
run --version | head -n 1
run --format json > journal.json
run --format yaml --file "$work/out" > /dev/null
python3 - <<'PY'
import glob
import json
import sys
import yaml
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

errors = []
for path in sorted(glob.glob("out/*.md")):
    text = open(path, encoding="utf-8").read()
    for name, load, error in (
            ("PyYAML", lambda t: list(yaml.safe_load_all(t)), yaml.YAMLError),
            ("ruamel.yaml", lambda t: list(YAML(typ="safe").load_all(t)), YAMLError)):
        try:
            load(text)
            errors.append(None)
        except error as problem:
            errors.append(str(getattr(problem, "problem", problem)))
        print(f"{path}: {name}: {errors[-1] or 'read'}")
backup = open(glob.glob("out/*backup*.md")[0], encoding="utf-8").read()
body = json.load(open("journal.json", encoding="utf-8"))["entries"][0]["body"]
print("body in JSON:", json.dumps(body))
print("body in YAML:", json.dumps(backup[backup.index("body:"):]))
tabs = ["tab character" in str(error) or "'\\t'" in str(error) for error in errors[:4]]
as_described = (
    len(errors) == 6 and all(errors) and all(tabs) and all("mapping values" in error for error in errors[4:])
    and body.startswith("It took an hour.\n@home @backup\n")
    and "It took an hour." not in backup and "@home" not in backup
    and "\n# newest first\n" in body and "\n\t## newest first\n" in backup)
print("as described" if as_described else "NOT as described")
sys.exit(not as_described)
PY
