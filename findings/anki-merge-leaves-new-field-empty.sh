#!/usr/bin/env bash
# A good guess: an updated deck has one more field in its note type and a text in it. Whoever imports the package
#   with "merge note types", and "update notes: if newer", gets the new field with its text, because the author
#   changed the note after the last import.
# Instead: Anki adds the field to the note type and leaves it empty in every existing note. Other changes to those
#   notes are dropped too. The log calls the notes duplicates, and a second import of the package changes nothing.
#   The merge itself gives the existing notes the time of the import, so each note of the package is then older.
#   A package with changed text alone arrives under the same options; with a new field it needs "always".
# Version and source: anki 26.9.3 (PyPI). Both collections are made by Anki itself.
# Who meets it: authors and users of a deck that grows a field (a hint, an example, a sound), and each program that
#   writes such a package and counts on "if newer".
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
  --target "$work/lib" anki==26.9.3
cd "$work"
export HOME=$work PYTHONNOUSERSITE=1 PYTHONPATH=$work/lib
python3 - <<'PY'
import sys
import time
from anki.buildinfo import version
from anki.collection import (
    Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest)
from anki.import_export_pb2 import ImportAnkiPackageUpdateCondition as When

print("anki", version)
author, reader = Collection("author.anki2"), Collection("reader.anki2")


def export(path):
    author.export_anki_package(
        out_path=path, limit=None,
        options=ExportAnkiPackageOptions(
            with_scheduling=False, with_deck_configs=False, with_media=False, legacy=False))
    # Anki counts times of notes in seconds, so the next step must fall into a later one.
    time.sleep(2.1)


def take(path, what, when="IMPORT_ANKI_PACKAGE_UPDATE_CONDITION_IF_NEWER"):
    log = reader.import_anki_package(ImportAnkiPackageRequest(
        package_path=path,
        options=ImportAnkiPackageOptions(merge_notetypes=True, update_notes=When.Value(when)))).log
    fields = reader.get_note(reader.find_notes("")[0]).fields
    print(f"{what}: new {len(log.new)}, updated {len(log.updated)}, duplicate {len(log.duplicate)}: {fields}")
    return fields


# The number of a note type is the millisecond of its making: keep it apart from those of the other collection.
time.sleep(1)
kind = author.models.copy(author.models.by_name("Basic"))
note = author.new_note(kind)
note.fields = ["house", "maison"]
author.add_note(note, author.decks.id("French"))
export("first.apkg")
first = take("first.apkg", "first import")

note["Back"] = "la maison"
author.update_note(note)
export("text.apkg")
text = take("text.apkg", "text changed")

kind = author.models.get(kind["id"])
author.models.add_field(kind, author.models.new_field("Hint"))
author.models.update_dict(kind)
note.load()
note["Back"], note["Hint"] = "la maison (f.)", "a building"
author.update_note(note)
export("field.apkg")
field = take("field.apkg", "field added")
again = take("field.apkg", "the same again")
always = take("field.apkg", "with 'always'", "IMPORT_ANKI_PACKAGE_UPDATE_CONDITION_ALWAYS")

whole = ["house", "la maison (f.)", "a building"]
as_described = (first == ["house", "maison"] and text == ["house", "la maison"]
                and field == again == ["house", "la maison", ""] and always == whole)
print("as described" if as_described else "NOT as described")
sys.exit(not as_described)
PY
