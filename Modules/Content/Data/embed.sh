#!/bin/sh
# Writes ContentData.c, the table of every file of the bundled packs. Run it when a file is added, renamed or removed;
# a changed text needs nothing, the compiler reads the files themselves.
#   embed.sh           write the table
#   embed.sh --check   write nothing; exit 1 when the table is stale
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")"

table() {
    cat <<'HEAD'
// Written by embed.sh from the bundled packs beside it; change it there.
#include "ContentData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

HEAD
    number=0
    paths=$(find itf yul-gok-middle -type f -name '*.json' | sort)
    for path in $paths; do
        printf 'static const unsigned char file_%d[] = {\n#embed "%s"\n};\n' "$number" "$path"
        number=$((number + 1))
    done
    printf '\nconst struct content_file content_files[] = {\n'
    number=0
    for path in $paths; do
        printf '    {"%s", file_%d, sizeof file_%d},\n' "$path" "$number" "$number"
        number=$((number + 1))
    done
    printf '};\n\nconst size_t content_file_count = sizeof content_files / sizeof content_files[0];\n'
}

case "${1:-}" in
"")
    table >ContentData.c.new
    mv ContentData.c.new ContentData.c
    ;;
--check)
    if ! table | cmp -s - ContentData.c; then
        echo "ContentData.c is stale: run $0" >&2
        exit 1
    fi
    ;;
*)
    echo "usage: $0 [--check]" >&2
    exit 64
    ;;
esac
