# Copies a busy store with cp, tar, rsync and snapshots, and checks the copies. Tools/fuzz reads this file and sets $bench and $place.

# Starts three writers of the store $1, and one process that keeps rewriting its log. Returns after $2 acknowledged inserts, which are in $place/before.
begin_busy() {
    rm -rf "$1" "$place"/acknowledged.*
    "$bench" --store-insert "$1" 0 1 >"$place/acknowledged.0"
    "$bench" --store-compact "$1" <"$place/end" >"$place/times" &
    exec 3>"$place/end"
    for writer in 1 2 3; do
        "$bench" --store-insert "$1" $((writer * 1000000)) 150 >"$place/acknowledged.$writer" 3>&- &
    done
    while [ "$(cat "$place"/acknowledged.? | wc -l)" -lt "$2" ]; do sleep 0.01; done
    cat "$place"/acknowledged.? | sort >"$place/before"
}

end_busy() {
    exec 3>&-
    wait
}

# Reports a failure, keeps the files in $place, and exits.
report_failure() {
    keep_files=yes
    echo "$* (kept in $place)"
    exit 1
}

# Checks the copy $2 of the program $1. The copy must contain all records of $place/before, or the check must name the damage.
judge() {
    if "$bench" --store-check "$2" >"$place/found" 2>"$place/errors"; then
        sort "$place/found" | comm -23 "$place/before" - >"$place/lost"
        [ ! -s "$place/lost" ] || report_failure "$1: lost without an error: $(cat "$place/lost")"
        clean=$((clean + 1))
    elif grep -q 'damage\|missing\|no log\|cannot be' "$place/errors"; then
        named=$((named + 1))
    else
        report_failure "$1: $(cat "$place/errors")"
    fi
}

copies() {
    for program in 'cp -r' 'tar' 'rsync -a'; do
        command -v "${program%% *}" >/dev/null || { echo "$program: not installed"; continue; }
        clean=0 named=0 round=0
        while [ $((round += 1)) -le "$1" ]; do
            rm -rf "$place/copy"
            begin_busy "$place/store" $((round % 30 * 10))
            case $program in
                cp*) cp -r "$place/store" "$place/copy" 2>/dev/null || : ;;
                tar) mkdir "$place/copy" && chmod 700 "$place/copy" && tar -C "$place/store" -cf - . 2>/dev/null | tar -C "$place/copy" -xf - || : ;;
                rsync*) rsync -a "$place/store/" "$place/copy" 2>/dev/null || : ;;
            esac
            end_busy
            judge "$program" "$place/copy"
        done
        echo "$program: $1 copies of a busy store, $clean clean, $named named"
    done
}

# Checks snapshots. A snapshot contains all files at one moment, so it must contain every acknowledged write without damage.
snapshots() {
    for kind in btrfs ext4; do
        { command -v mkfs.$kind && command -v fsfreeze; } >/dev/null || { echo "$kind: mkfs.$kind or fsfreeze is not installed, skipped"; continue; }
        rm -f "$place/image"
        truncate -s 512M "$place/image"
        [ $kind = btrfs ] || truncate -s 64M "$place/image"
        mkfs.$kind -q "$place/image" >/dev/null 2>&1
        mkdir -p "$place/disk" "$place/other"
        if ! mount -o loop "$place/image" "$place/disk" 2>"$place/errors"; then
            echo "$kind: cannot be mounted, skipped: $(cat "$place/errors")"
            continue
        fi
        clean=0 named=0 round=0
        while [ $((round += 1)) -le "$1" ]; do
            snapshot_$kind
            [ $named -eq 0 ] || report_failure "$kind: a snapshot is not clean: $(cat "$place/errors")"
        done
        umount "$place/disk"
        echo "snapshots of $kind: $1 of a busy store, $clean clean, $named named"
    done
}

snapshot_btrfs() {
    btrfs -q subvolume create "$place/disk/house"
    begin_busy "$place/disk/house/store" $((round % 30 * 10))
    btrfs -q subvolume snapshot "$place/disk/house" "$place/disk/copy"
    end_busy
    judge btrfs "$place/disk/copy/store"
    btrfs -q subvolume delete "$place/disk/copy" "$place/disk/house"
}

# Freezes the file system while its blocks are copied, as LVM does.
snapshot_ext4() {
    begin_busy "$place/disk/store" $((round % 30 * 10))
    fsfreeze -f "$place/disk"
    cp --sparse=always "$place/image" "$place/image.copy"
    fsfreeze -u "$place/disk"
    end_busy
    mount -o loop "$place/image.copy" "$place/other"
    judge ext4 "$place/other/store"
    umount "$place/other"
}

leave() {
    unpair
    fsfreeze -u "$place/disk" 2>/dev/null || :
    for disk in other disk; do umount "$place/$disk" 2>/dev/null || :; done
    [ -n "${keep_files:-}" ] || rm -rf "$place"
}
