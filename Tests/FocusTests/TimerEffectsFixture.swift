import Focus
import FocusCommands
import Foundation
import Interface
import Kernel
import Programs
import Reminders
import Synchronization
import TerminalTesting
import TestSupport
import XCTest

/// A folder of hooks and the log that they write.
struct Hooks {
    let home: Home
    let folder: String
    var log: String { (try? String(contentsOfFile: home.path + "/log", encoding: .utf8)) ?? "" }
    var lines: [String] { log.split(separator: "\n").map(String.init) }

    init() throws {
        home = try Home()
        folder = home.path + "/hooks"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    func write(_ name: String, _ text: String, mode: Int = 0o755) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/\(name)")
    }

    /// Writes one hook for each event that appends its input to the log.
    func writeAll() throws {
        for event in TimerEvent.allCases {
            try write("on-\(event)", "#!/bin/sh\n{ tr -d '\\n'; echo; } >> \"${0%/*}/../log\"\n")
        }
    }

    /// The logged events, each with its round.
    func events() throws -> [String] {
        try lines.map { line in
            let json = try JSONValue(Data(line.utf8))
            guard case .string(let event) = json["event"], case .integer(let round) = json["round"] else { return line }
            return "\(event) \(round)"
        }
    }

    func fixture(_ start: String = "2026-11-20T09:00:00Z", gates: GateKeeper = .open) -> Fixture {
        var fixture = Fixture(start, gates: gates)
        fixture.around = .test(folder, in: home.path)
        return fixture
    }
}

extension TimerEffects {
    /// Effects that start no background process.
    static func test(
        _ hooks: String = "/nowhere", in folder: String = "/nowhere", asker: Asker? = nil,
        player: MusicPlayer = HeardMusic().player
    ) -> TimerEffects {
        TimerEffects(
            hooks: HookFolder(hooks, variables: ["PATH": "/usr/bin:/bin"]),
            backgroundJob: BackgroundJob("alarm", nil, of: "focusflow", [], in: folder, atMost: 1, variables: [:]),
            lock: WorkLock("alarm", in: folder), asker: asker, player: player,
            worker: SerialWorker(runsImmediately: true))
    }
}

extension Fixture {
    /// Runs `alarm follow` as the background process does.
    ///
    /// - Parameter step: The seconds of the test clock for each second that the follower sleeps.
    func follow(step: Double = 1, act: @escaping @Sendable (Fixture) -> Void = { _ in }) throws {
        let app = app { seconds in
            pass(minutes: seconds * step / 60)
            act(self)
        }
        let console = ScriptedConsole()
        XCTAssertEqual(try app.shell().run(["alarm", "follow"], on: console), 0, console.error)
    }

    /// The seconds since the test began.
    var second: Int { Int(now.seconds(since: Fixture.start).rounded()) }
}

/// Scripted music players that record the commands that they receive.
final class HeardMusic: Sendable {
    private let state = Mutex((players: [String: MusicPlayer.Player.State](), orders: [String]()))
    private let trouble: Failure?

    init(_ players: [String: MusicPlayer.Player.State] = [:], trouble: Failure? = nil) {
        self.trouble = trouble
        state.withLock { $0.players = players }
    }

    var orders: [String] { state.withLock { $0.orders } }
    func leave() { state.withLock { $0.players = [:] } }
    func set(_ name: String, _ now: MusicPlayer.Player.State) { state.withLock { $0.players[name] = now } }

    var player: MusicPlayer {
        MusicPlayer(
            players: { [self] in
                if let trouble { throw trouble }
                return state.withLock {
                    $0.players.sorted { $0.key < $1.key }.map { .init($0.key, $0.value, title: "A song") }
                }
            },
            send: { [self] order, name in
                state.withLock { state in
                    state.orders.append("\(order) \(name)")
                    if order == .play || order == .pause { state.players[name] = order == .play ? .playing : .paused }
                }
            })
    }
}
