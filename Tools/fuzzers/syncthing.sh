# Syncs a store between two Syncthing instances on the loopback interface. Tools/fuzz reads this file and sets $bench, $app and $place.

syncthing_folders() {
    for program in syncthing curl jq; do
        command -v $program >/dev/null || { echo "$program is not installed, skipped"; return; }
    done
    one_way "$1"
    rm -rf "$place/a" "$place/b"
    both_ways $((($1 + 4) / 5))
}

side_port() { case $1 in a) echo "$port" ;; *) echo $((port + 2)) ;; esac }

# api SIDE METHOD PATH: calls the REST API of a side's Syncthing, as in `api a POST system/shutdown`.
api() { curl -s -m 20 -H 'X-API-Key: fuzz' -X "$2" "http://127.0.0.1:$(($(side_port "$1") + 1))/rest/$3"; }

# Starts both instances, each with its own home folder, without discovery, relays and reports. Each knows the ID and the address of the other.
pair() {
    port=$((23000 + $$ % 2000 * 4))
    for side in a b; do
        mkdir -p "$place/$side/store" "$place/$side/home"
        chmod 700 "$place/$side/store"
        syncthing generate --home="$place/$side/home" --no-default-folder --skip-port-probing >/dev/null 2>&1
    done
    a=$(syncthing --home="$place/a/home" --device-id) b=$(syncthing --home="$place/b/home" --device-id)
    for side in a b; do
        type=$1
        [ $side = a ] || type=$2
        cat >"$place/$side/home/config.xml" <<XML
<configuration version="36">
    <folder id="store" path="$place/$side/store" type="$type" rescanIntervalS="5" fsWatcherEnabled="true" fsWatcherDelayS="1">
        <device id="$a"></device>
        <device id="$b"></device>
        <order>random</order>
        <maxConflicts>10</maxConflicts>
        <maxConcurrentWrites>2</maxConcurrentWrites>
        <weakHashThresholdPct>25</weakHashThresholdPct>
        <markerName>.stfolder</markerName>
    </folder>
    <device id="$a" name="a"><address>tcp://127.0.0.1:$(side_port a)</address></device>
    <device id="$b" name="b"><address>tcp://127.0.0.1:$(side_port b)</address></device>
    <gui enabled="true" tls="false"><address>127.0.0.1:$(($(side_port $side) + 1))</address><apikey>fuzz</apikey></gui>
    <options>
        <listenAddress>tcp://127.0.0.1:$(side_port $side)</listenAddress>
        <globalAnnounceEnabled>false</globalAnnounceEnabled>
        <localAnnounceEnabled>false</localAnnounceEnabled>
        <relaysEnabled>false</relaysEnabled>
        <natEnabled>false</natEnabled>
        <startBrowser>false</startBrowser>
        <urAccepted>-1</urAccepted>
        <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
        <crashReportingEnabled>false</crashReportingEnabled>
        <reconnectionIntervalS>1</reconnectionIntervalS>
        <announceLANAddresses>false</announceLANAddresses>
        <stunKeepaliveStartS>0</stunKeepaliveStartS>
    </options>
</configuration>
XML
        STMONITORED=yes STNOUPGRADE=1 syncthing serve --home="$place/$side/home" --no-browser --no-upgrade >"$place/$side/log" 2>&1 &
        eval "pid_$side=$!"
    done
    until api a GET system/ping | grep -q pong && api b GET system/ping | grep -q pong; do sleep 0.1; done
    until api a GET system/connections | grep -q '"connected": true'; do sleep 0.1; done
}

unpair() {
    for side in a b; do
        eval "pid=\${pid_$side:-}"
        [ -z "$pid" ] || { kill -CONT "$pid" && kill "$pid" && wait "$pid"; } 2>/dev/null || :
        eval "pid_$side="
    done
    [ -z "${busy:-}" ] || kill $busy 2>/dev/null || :
}

# Waits until both sides have scanned their folders and need nothing from each other, twice in a row.
settle() {
    calm=0 tries=0
    while [ $calm -lt 2 ]; do
        [ $((tries += 1)) -le 400 ] || report_failure "Syncthing keeps changing: $(api a GET 'db/status?folder=store') $(api b GET 'db/status?folder=store')"
        for side in a b; do api $side POST 'db/scan?folder=store' >/dev/null; done
        calm=$((calm + 1))
        for side in a b; do
            api $side GET 'db/status?folder=store' >"$place/status"
            jq -e '.state == "idle" and .needTotalItems == 0' "$place/status" >/dev/null || calm=0
        done
        [ "$(state_of a)" = "$(state_of b)" ] || calm=0
        sleep 0.2
    done
}

state_of() { (cd "$place/$1/store" && find . -type f ! -path './.st*' ! -name '.syncthing.*' -exec cksum {} + | sort -k 3); }

# One side writes, the other only receives.
one_way() {
    pair sendonly receiveonly
    "$bench" --store-insert "$place/a/store" 0 1 >"$place/acknowledged.0"
    settle
    : >"$place/before"
    clean=0 named=0 round=0
    for writer in 1 2; do
        number=$((writer * 1000000))
        while :; do
            "$bench" --store-insert "$place/a/store" $number 5 >>"$place/acknowledged.$writer"
            number=$((number + 5))
            sleep 0.2
        done &
        busy="${busy:-} $!"
    done
    while :; do
        sleep 2.3
        sleep 0.01 | "$bench" --store-compact "$place/a/store" >/dev/null
    done &
    busy="$busy $!"
    behind=0
    while [ $((round += 1)) -le "$1" ]; do
        sleep "0.$((round * 37 % 90 + 10))"
        rm -rf "$place/copy"
        cat "$place"/acknowledged.? | sort >"$place/now"
        kill -STOP "$pid_b"
        cp -a "$place/b/store" "$place/copy"
        kill -CONT "$pid_b"
        # A copy must contain every record of the previous copy, or name the damage. The records of one writer must have no gap.
        judge syncthing "$place/copy"
        if [ -s "$place/found" ]; then
            sort -n "$place/found" | awk '$1 % 1000000 && $1 != last + 1 { exit 1 } { last = $1 }' || report_failure "syncthing: a gap in the history"
            sort "$place/found" >"$place/before"
            late=$(comm -13 "$place/before" "$place/now" | wc -l)
            [ "$late" -le $behind ] || behind=$late
        fi
    done
    kill $busy
    wait $busy 2>/dev/null || :
    busy=
    # A writer may still be running.
    sleep 1
    cat "$place"/acknowledged.? | sort >"$place/before"
    settle
    rm -rf "$place/copy"
    cp -a "$place/b/store" "$place/copy"
    last=$clean
    judge syncthing "$place/copy"
    [ $clean -gt $last ] || report_failure "syncthing: in sync, but damaged: $(cat "$place/errors")"
    clean=$last
    echo "syncthing, one side writes: $1 copies of the other side, $clean clean (up to $behind records behind), $named named; $(wc -l <"$place/before") records in sync: clean"
    unpair
}

# Runs coin on a side, with its own home folder and its own notes about the store, like on a separate machine.
coin() {
    at=$1
    shift
    env -i PATH="$PATH" HOME="$place/$at/person" LLVM_PROFILE_FILE=/dev/null "$app" --data "$place/$at/store" "$@"
}

# Writes an entry with a unique text, and records the text after the acknowledgement.
write_entry() { if coin "$1" new --context "$2" --json >/dev/null 2>>"$place/refused"; then echo "$2" >>"$place/acknowledged"; fi; }
edit_entry() { if coin "$1" edit "$kim" --context "$2" --json >/dev/null 2>>"$place/refused"; then echo "$2" >>"$place/acknowledged"; fi; }

# Prints the acknowledged texts that a side has neither in its store nor in its recovered files.
missing_texts() {
    { coin "$1" doctor --export - 2>/dev/null || :; cat "$place/$1/store/recovered"/* 2>/dev/null || :; } |
        grep -o '"context":"[^"]*"' | sed 's/.*:"//; s/"$//' | sort -u >"$place/there"
    sort -u "$place/acknowledged" | comm -23 - "$place/there"
}

# Prints the findings of doctor on a side.
doctor_findings() { coin "$1" doctor --json 2>/dev/null | jq -r '.findings[] | .severity + ": " + .message' || :; }

# Succeeds if doctor reports a branch of the history or damage on a side.
reports_branch() { doctor_findings "$1" | grep -q 'another branch\|^damage'; }

# Lets both sides write, which the README forbids. In each round both sides write, and in every second round both edit the same record. In
# some rounds one side or both rewrite the log. Then doctor --repair runs on both sides.
both_ways() {
    mkdir -p "$place/a/person" "$place/b/person"
    pair sendreceive sendreceive
    write_entry a begin
    : >"$place/acknowledged"
    kim=$(coin a list --json | jq -r '.[0].id')
    settle
    clean=0 named=0 silent=0 lost=0 written=0 round=0
    while [ $((round += 1)) -le "$1" ]; do
        both_write
        settle
        find "$place/a/store" -maxdepth 1 -name '*sync-conflict*' | sed 's|.*/||' >>"$place/conflicts"
        for side in a b; do
            missing_texts $side >"$place/missing.$side"
            if [ ! -s "$place/missing.$side" ]; then
                clean=$((clean + 1))
            elif reports_branch $side; then
                named=$((named + 1))
            else
                silent=$((silent + 1))
                echo "round $round, $side reports nothing and lacks: $(tr '\n' ' ' <"$place/missing.$side"); files: $(ls "$place/$side/store" | tr '\n' ' ')" >>"$place/silent"
            fi
        done
        for side in a b a; do
            coin $side doctor --repair >>"$place/repairs" 2>&1 || :
            settle
        done
        for side in a b; do
            ! reports_branch $side || report_failure "syncthing: repaired, but: $(doctor_findings $side)"
            missing_texts $side >"$place/missing.$side"
        done
        sort -u "$place/missing.a" "$place/missing.b" >"$place/lost"
        if [ -s "$place/lost" ]; then echo "round $round, lost: $(tr '\n' ' ' <"$place/lost")" >>"$place/silent"; fi
        written=$((written + $(wc -l <"$place/acknowledged"))) lost=$((lost + $(wc -l <"$place/lost")))
        : >"$place/acknowledged"
    done
    echo "syncthing, both sides write: $1 rounds, two stores each: $clean with everything, $named with a report, $silent without one;" \
        "logs in conflict: $(sort -u "$place/conflicts" | grep -c '^log-'); after doctor --repair $lost of $written changes lost"
    [ $silent -eq 0 ] && [ $lost -eq 0 ] || report_failure "syncthing: $(cat "$place/silent")"
    unpair
}

both_write() {
    for word in 1 2 3; do
        write_entry a "a-$round-$word" &
        first=$!
        write_entry b "b-$round-$word" &
        wait $first $!
    done
    [ $((round % 2)) -eq 0 ] || { edit_entry a "a-$round-changed" && edit_entry b "b-$round-changed"; }
    case $((round % 6)) in
        1 | 4 | 5) coin a doctor --compact >/dev/null 2>&1 || : ;;
    esac
    case $((round % 6)) in
        2 | 5) coin b doctor --compact >/dev/null 2>&1 || : ;;
    esac
}
