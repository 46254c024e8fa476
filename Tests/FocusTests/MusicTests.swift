import Focus
import FocusCommands
import FocusContract
import Foundation
import Kernel
import Programs
import TestBench
import XCTest

/// Music of other programs, which goes with the timer.
final class MusicTests: XCTestCase {
    private func bench(_ music: HeardMusic, gates: GateKeeper = .open) -> Bench {
        var bench = Bench(gates: gates)
        bench.around = .test(player: music.player)
        return bench
    }

    func testWhatPlaysRestsWithABreakAndGoesOnWithTheRound() throws {
        let music = HeardMusic(["radio": .playing, "video": .paused])
        let bench = bench(music)
        XCTAssertEqual(bench.run("music", "on").status, 0)
        bench.run("start", "--detach")
        try bench.follow {
            if $0.second == 25 * 60 + 301 + 5 { $0.run("resume", "--detach") } else if $0.second == 1900 { $0.run("stop") }
        }
        XCTAssertEqual(music.orders, ["pause radio", "play radio"], "the video was paused by somebody else")
    }

    func testWhatAPersonChangesMeanwhileStaysSo() throws {
        let music = HeardMusic(["radio": .playing, "video": .playing])
        let bench = bench(music)
        bench.run("music", "on")
        bench.run("start", "--detach")
        try bench.follow { bench in
            switch bench.second {
            case 10: bench.run("pause")
            case 12: music.set("radio", .stopped)
            case 14: bench.run("resume", "--detach")
            case 20: bench.run("pause")
            case 21: music.set("video", .playing)
            case 24: bench.run("resume", "--detach")
            case 30: bench.run("stop")
            default: break
            }
        }
        XCTAssertEqual(
            music.orders, ["pause radio", "pause video", "play video", "pause video"],
            "what was stopped or begun by hand stays so")
    }

    func testNothingIsTouchedUnlessAskedOrWithoutPro() throws {
        let music = HeardMusic(["radio": .playing])
        let bench = bench(music)
        bench.run("start", "--detach")
        try bench.follow()
        let pro = MusicChoice(bench.store, gates: .open)
        try pro.turnOn()
        XCTAssertTrue(try pro.isOn())
        let free = Bench(store: bench.store, gates: .free)
        XCTAssertFalse(try MusicChoice(free.store, gates: .free).isOn())
        for words in [["on"], ["show"], ["play"], ["next"]] {
            let run = free.app.run(["music"] + words)
            XCTAssertEqual(run.status, 1)
            XCTAssertTrue(run.error.contains("Music apps are for Pro"), run.error)
        }
        XCTAssertEqual(free.run("music", "off").status, 0)
        XCTAssertEqual(music.orders, [])
    }

    func testTroubleIsToldOnceAndTheTimerGoesOn() throws {
        let bench = bench(HeardMusic(trouble: Failure(.lost, "The program “playerctl” is not installed.")))
        bench.run("music", "on")
        bench.run("start", "--detach")
        try bench.follow {
            if $0.second == 10 || $0.second == 30 { $0.run("pause") } else if $0.second == 20 { $0.run("resume", "--detach") }
        }
        XCTAssertEqual(bench.told.lines, ["Music was left alone: The program “playerctl” is not installed."])
    }

    func testOrdersReachWhoTheyAreFor() throws {
        let music = HeardMusic(["radio": .playing, "video": .paused])
        let bench = bench(music)
        for order in ["next", "pause", "previous", "play"] { XCTAssertEqual(bench.run("music", order).status, 0, order) }
        XCTAssertEqual(music.orders, ["next radio", "pause radio", "previous radio", "play radio"])
        XCTAssertEqual(self.bench(HeardMusic()).run("music", "next").status, 1)
    }

    // MARK: - The port

    private func judge(_ make: @escaping () throws -> MusicPlayerContract.Stage) {
        for broken in MusicPlayerContract.over(make).brokenPromises() { XCTFail(broken.description) }
    }

    /// What a scripted program was told, beside what it was asked.
    private func told(_ home: Home) -> [String] { home.text("told").split(separator: "\n").map(String.init) }

    func testPlayerctlKeepsTheContract() throws {
        judge {
            let home = try Home()
            try home.program(
                "playerctl",
                """
                here=\(home.path)
                [ -e $here/empty ] && { echo 'No players found' >&2; exit 1; }
                case "$1 $2" in
                '--all-players status') printf 'radio\\tplaying\\nvideo\\tpaused\\n' ;;
                '--all-players metadata') printf 'radio\\tA song\\twith \\033]0;a tab\\nvideo\\t\(String(repeating: "x", count: 999))\\n' ;;
                '--player=radio '*|'--player=video '*) echo "$2 ${1#--player=}" >> $here/told ;;
                *) exit 1 ;;
                esac
                """)
            return MusicPlayerContract.Stage(
                .playerctl(Programs(path: home.path + ":/usr/bin:/bin")), playing: "radio", paused: "video",
                told: { self.told(home) }, leave: { try home.file("empty", "") })
        }
    }

    /// The programs of a Mac, by a script that is asked as `osascript` is.
    func testOsascriptKeepsTheContract() throws {
        judge {
            let home = try Home()
            try home.program(
                "osascript",
                """
                here=\(home.path)
                words="$*"
                case "$words" in
                *'is running'*) [ -e $here/empty ] && exit 0 ;;
                esac
                case "$words" in
                *'is running'*'"Music" & tab'*) printf 'Music\\tplaying\\tA song\\twith a tab\\033[31m\\n' ;;
                *'is running'*'"Spotify" & tab'*) printf 'Spotify\\tpaused\\tAnother\\n' ;;
                *'application "Music" to '*) echo "${words##* to } Music" | sed 's/ track//' >> $here/told ;;
                *) exit 1 ;;
                esac
                """)
            return MusicPlayerContract.Stage(
                .osascript(Programs(path: home.path + ":/usr/bin:/bin")), playing: "Music", paused: "Spotify",
                told: { self.told(home) }, leave: { try home.file("empty", "") })
        }
    }

    func testThePlayersOfTheTestsKeepTheContract() throws {
        judge {
            let music = HeardMusic(["radio": .playing, "video": .paused])
            return MusicPlayerContract.Stage(
                music.player, playing: "radio", paused: "video", told: { music.orders },
                leave: { music.leave() })
        }
    }

    func testTheContractNoticesOneThatTellsTheWrongPlayer() {
        let make = {
            let music = HeardMusic(["radio": .playing, "video": .paused])
            return MusicPlayerContract.Stage(
                MusicPlayer(players: music.player.players, tell: { order, _ in try music.player.tell(order, "radio") }),
                playing: "radio", paused: "video", told: { music.orders }, leave: {})
        }
        XCTAssertEqual(MusicPlayerContract.over(make).brokenPromises().count, 2)
    }

    /// A program that is called as the real one is, and keeps what it is told.
    func testPlayerctlIsAskedAndTold() throws {
        let home = try Home()
        try home.file(
            "playerctl",
            """
            #!/bin/sh
            printf '%s|' "$@" >> "${0%/*}/calls"; echo >> "${0%/*}/calls"
            [ -e "${0%/*}/empty" ] && { echo 'No players found' >&2; exit 1; }
            [ "$2" = metadata ] && {
                printf 'spotify\\tA “song”\\twith tabs\\nand \\033]0;lines\\nspotify\\tAnother\\nmpv\\tred\\033[31m\\n'
                echo 'No player could handle this command' >&2
                exit 1
            }
            [ "$2" = status ] || exit 0
            printf 'spotify\\tplaying\\nvlc.instance7\\tpaused\\nmpv\\tstopped\\nno line\\nx\\tburning\\n'
            """)
        chmod(home.path("playerctl"), 0o755)
        let player = MusicPlayer.playerctl(Programs(path: home.path + ":/usr/bin:/bin"))
        XCTAssertEqual(
            try player.players(),
            [
                .init("spotify", .playing, title: "A “song” with tabs"), .init("vlc.instance7", .paused),
                .init("mpv", .stopped, title: "red␛[31m"),
            ], "titles are what metadata says, where it says any")
        try player.tell(.pause, "spotify")
        try player.tell(.next, "--help")
        let calls = try String(contentsOfFile: home.path("calls"), encoding: .utf8).split(separator: "\n")
        XCTAssertEqual(calls.dropFirst(2).map(String.init), ["--player=spotify|pause|", "--player=--help|next|"])
        try home.file("empty", "")
        XCTAssertEqual(try player.players(), [])
        XCTAssertThrowsError(try MusicPlayer.playerctl(Programs(path: "/nowhere")).players()) {
            XCTAssertEqual(($0 as? Failure)?.message, "The program “playerctl” is not installed.")
        }
    }
}

extension Failure.Code {
    fileprivate static var lost: Self { Self() }
}
