import Focus
import FocusCommands
import FocusTesting
import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// Other programs' music, paused and resumed with the timer.
final class MusicTests: XCTestCase {
    private func fixture(_ music: HeardMusic, gates: GateKeeper = .open) -> Fixture {
        var fixture = Fixture(gates: gates)
        fixture.around = .test(player: music.player)
        return fixture
    }

    func testMusicPausesForBreaksAndResumesWithTheRound() throws {
        let music = HeardMusic(["radio": .playing, "video": .paused])
        let fixture = fixture(music)
        XCTAssertEqual(fixture.run("music", "on").status, 0)
        fixture.run("start", "--detach")
        try fixture.follow {
            if $0.second == 25 * 60 + 301 + 5 {
                $0.run("resume", "--detach")
            } else if $0.second == 1900 {
                $0.run("stop")
            }
        }
        XCTAssertEqual(music.orders, ["pause radio", "play radio"], "the user had paused the video before")
    }

    func testUserChangesToPlayersAreKept() throws {
        let music = HeardMusic(["radio": .playing, "video": .playing])
        let fixture = fixture(music)
        fixture.run("music", "on")
        fixture.run("start", "--detach")
        try fixture.follow { fixture in
            switch fixture.second {
            case 10: fixture.run("pause")
            case 12: music.set("radio", .stopped)
            case 14: fixture.run("resume", "--detach")
            case 20: fixture.run("pause")
            case 21: music.set("video", .playing)
            case 24: fixture.run("resume", "--detach")
            case 30: fixture.run("stop")
            default: break
            }
        }
        XCTAssertEqual(
            music.orders, ["pause radio", "pause video", "play video", "pause video"],
            "the user's changes are kept")
    }

    func testPlayersAreUntouchedWhenOffOrWithoutPro() throws {
        let music = HeardMusic(["radio": .playing])
        let fixture = fixture(music)
        fixture.run("start", "--detach")
        try fixture.follow()
        let pro = MusicChoice(fixture.store, gates: .open)
        try pro.turnOn()
        XCTAssertTrue(try pro.isOn())
        let free = Fixture(store: fixture.store, gates: .free)
        XCTAssertFalse(try MusicChoice(free.store, gates: .free).isOn())
        for words in [["on"], ["show"], ["play"], ["next"]] {
            let run = free.app.run(["music"] + words)
            XCTAssertEqual(run.status, 1)
            XCTAssertTrue(run.error.contains("Music apps are for Pro"), run.error)
        }
        XCTAssertEqual(free.run("music", "off").status, 0)
        XCTAssertEqual(music.orders, [])
    }

    func testPlayerErrorIsReportedOnce() throws {
        let fixture = fixture(HeardMusic(trouble: Failure(.lost, "The program “playerctl” is not installed.")))
        fixture.run("music", "on")
        fixture.run("start", "--detach")
        try fixture.follow {
            if $0.second == 10 || $0.second == 30 {
                $0.run("pause")
            } else if $0.second == 20 {
                $0.run("resume", "--detach")
            }
        }
        XCTAssertEqual(fixture.notifications.lines, ["Music was left alone: The program “playerctl” is not installed."])
    }

    func testCommandsReachTheRightPlayer() throws {
        let music = HeardMusic(["radio": .playing, "video": .paused])
        let fixture = fixture(music)
        for order in ["next", "pause", "previous", "play"] {
            XCTAssertEqual(fixture.run("music", order).status, 0, order)
        }
        XCTAssertEqual(music.orders, ["next radio", "pause radio", "previous radio", "play radio"])
        XCTAssertEqual(self.fixture(HeardMusic()).run("music", "next").status, 1)
    }

    // MARK: - The port

    private func judge(_ make: @escaping () throws -> MusicPlayerContract.Setup) {
        for broken in MusicPlayerContract.over(make).brokenPromises() { XCTFail(broken.description) }
    }

    /// The orders that a scripted program received.
    private func sentOrders(_ home: Home) -> [String] { home.text("told").split(separator: "\n").map(String.init) }

    func testPlayerctlFulfillsTheContract() throws {
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
            return MusicPlayerContract.Setup(
                .playerctl(ProgramPath(path: home.path + ":/usr/bin:/bin")), playing: "radio", paused: "video",
                orders: { self.sentOrders(home) }, quitPlayers: { try home.file("empty", "") })
        }
    }

    /// A script that is called as `osascript` is and simulates the programs of a Mac.
    func testOsascriptFulfillsTheContract() throws {
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
            return MusicPlayerContract.Setup(
                .osascript(ProgramPath(path: home.path + ":/usr/bin:/bin")), playing: "Music", paused: "Spotify",
                orders: { self.sentOrders(home) }, quitPlayers: { try home.file("empty", "") })
        }
    }

    func testScriptedPlayersFulfillTheContract() throws {
        judge {
            let music = HeardMusic(["radio": .playing, "video": .paused])
            return MusicPlayerContract.Setup(
                music.player, playing: "radio", paused: "video", orders: { music.orders },
                quitPlayers: { music.leave() })
        }
    }

    func testContractDetectsCommandsToTheWrongPlayer() {
        let make = {
            let music = HeardMusic(["radio": .playing, "video": .paused])
            return MusicPlayerContract.Setup(
                MusicPlayer(players: music.player.players, send: { order, _ in try music.player.send(order, "radio") }),
                playing: "radio", paused: "video", orders: { music.orders }, quitPlayers: {})
        }
        XCTAssertEqual(MusicPlayerContract.over(make).brokenPromises().count, 2)
    }

    /// A script that is called as the real program is and records its arguments.
    func testPlayerctlArgumentsAndParsing() throws {
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
        let player = MusicPlayer.playerctl(ProgramPath(path: home.path + ":/usr/bin:/bin"))
        XCTAssertEqual(
            try player.players(),
            [
                .init("spotify", .playing, title: "A “song” with tabs"), .init("vlc.instance7", .paused),
                .init("mpv", .stopped, title: "red␛[31m"),
            ], "titles come from the metadata, if it has any")
        try player.send(.pause, "spotify")
        try player.send(.next, "--help")
        let calls = try String(contentsOfFile: home.path("calls"), encoding: .utf8).split(separator: "\n")
        XCTAssertEqual(calls.dropFirst(2).map(String.init), ["--player=spotify|pause|", "--player=--help|next|"])
        try home.file("empty", "")
        XCTAssertEqual(try player.players(), [])
        XCTAssertThrowsError(try MusicPlayer.playerctl(ProgramPath(path: "/nowhere")).players()) {
            XCTAssertEqual(($0 as? Failure)?.message, "The program “playerctl” is not installed.")
        }
    }
}

extension Failure.Code {
    fileprivate static var lost: Self { Self() }
}
