# A busy store copied by programs that know nothing of stores, and what their copies are worth. Read by Tools/fuzz: needs $bench and $place.

# A store in $1 that three write into and one rewrites all the time; returns once $2 inserts are acknowledged, in $place/before.
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

# Keeps what was found for a look, and fails.
found() {
    kept=yes
    echo "$* (kept in $place)"
    exit 1
}

# Whether the copy in $2, made by $1, is clean and holds everything of $place/before, or says what is wrong with it; neither is a finding.
judge() {
    if "$bench" --store-check "$2" >"$place/found" 2>"$place/said"; then
        sort "$place/found" | comm -23 "$place/before" - >"$place/lost"
        [ ! -s "$place/lost" ] || found "$1: lost in silence: $(cat "$place/lost")"
        clean=$((clean + 1))
    elif grep -q 'damage\|missing\|no log\|cannot be' "$place/said"; then
        named=$((named + 1))
    else
        found "$1: $(cat "$place/said")"
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

# A snapshot is one moment of all files: there everything that was acknowledged must be, and nothing may be wrong.
snapshots() {
    for kind in btrfs ext4; do
        { command -v mkfs.$kind && command -v fsfreeze; } >/dev/null || { echo "$kind: mkfs.$kind or fsfreeze is not installed, nothing was tried"; continue; }
        rm -f "$place/image"
        truncate -s 512M "$place/image"
        [ $kind = btrfs ] || truncate -s 64M "$place/image"
        mkfs.$kind -q "$place/image" >/dev/null 2>&1
        mkdir -p "$place/disk" "$place/other"
        if ! mount -o loop "$place/image" "$place/disk" 2>"$place/said"; then
            echo "$kind: cannot be mounted here, nothing was tried: $(cat "$place/said")"
            continue
        fi
        clean=0 named=0 round=0
        while [ $((round += 1)) -le "$1" ]; do
            snapshot_$kind
            [ $named -eq 0 ] || found "$kind: a snapshot is not clean: $(cat "$place/said")"
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

# As LVM does it: the file system stands still while its blocks are copied.
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
    [ -n "${kept:-}" ] || rm -rf "$place"
}
