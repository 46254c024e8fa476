#!/bin/sh
# Writes MonetizationData.c, the table of every catalogue and price schedule in this folder. Run it when a file is added,
# renamed or removed; a changed price needs nothing, the compiler reads the files themselves.
#   embed.sh           write the table
#   embed.sh --check   write nothing; exit 1 when the table is stale
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")"

table() {
    cat <<'HEAD'
// Written by embed.sh from the .storekit and .prices.json files of this folder; change it there.
#include "MonetizationData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

HEAD
    number=0
    files=$(find . -maxdepth 1 -type f \( -name '*.storekit' -o -name '*.prices.json' \) | sed 's|^\./||' | sort)
    for file in $files; do
        printf 'static const unsigned char file_%d[] = {\n#embed "%s"\n};\n' "$number" "$file"
        number=$((number + 1))
    done
    printf '\nconst struct catalogue_file catalogue_files[] = {\n'
    number=0
    for file in $files; do
        printf '    {"%s", file_%d, sizeof file_%d},\n' "$file" "$number" "$number"
        number=$((number + 1))
    done
    printf '};\n\nconst size_t catalogue_file_count = sizeof catalogue_files / sizeof catalogue_files[0];\n'
}

case "${1:-}" in
"")
    table >MonetizationData.c.new
    mv MonetizationData.c.new MonetizationData.c
    ;;
--check)
    if ! table | cmp -s - MonetizationData.c; then
        echo "MonetizationData.c is stale: run $0" >&2
        exit 1
    fi
    ;;
*)
    echo "usage: $0 [--check]" >&2
    exit 64
    ;;
esac
