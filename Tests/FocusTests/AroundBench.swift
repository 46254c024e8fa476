import Focus
import FocusCommands
import Foundation
import Kernel
import Programs
import Reminders
import Synchronization
import Terminal
import TerminalContract
import TestBench
import XCTest

/// A folder of hooks, and what they wrote down.
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

    /// Hooks that write down what they are told.
    func writeAll() throws {
        for event in TimerEvent.allCases { try write("on-\(event)", "#!/bin/sh\n{ tr -d '\\n'; echo; } >> \"${0%/*}/../log\"\n") }
    }

    /// What they were told, with the round.
    func events() throws -> [String] {
        try lines.map { line in
            let json = try JSONValue(Data(line.utf8))
            guard case .string(let event) = json["event"], case .integer(let round) = json["round"] else { return line }
            return "\(event) \(round)"
        }
    }

    func bench(_ start: String = "2026-11-20T09:00:00Z", gates: GateKeeper = .open) -> Bench {
        var bench = Bench(start, gates: gates)
        bench.around = .test(folder, in: home.path)
        return bench
    }
}

extension AroundKit {
    /// One that has no process of its own.
    static func test(
        _ hooks: String = "/nowhere", in folder: String = "/nowhere", asker: Asker? = nil,
        player: MusicPlayer = HeardMusic().player
    ) -> AroundKit {
        AroundKit(
            hooks: HookFolder(hooks, variables: ["PATH": "/usr/bin:/bin"]),
            servant: Servant("alarm", nil, of: "focusflow", [], in: folder, atMost: 1, variables: [:]),
            lock: WorkLock("alarm", in: folder), asker: asker, player: player,
            aside: Aside(isNow: true))
    }
}

extension Bench {
    /// Goes along with the timer, a second at a time, as the servant does, or so many seconds as if they were one.
    func follow(step: Double = 1, act: @escaping @Sendable (Bench) -> Void = { _ in }) throws {
        let app = app { seconds in
            pass(minutes: seconds * step / 60)
            act(self)
        }
        let console = ScriptedConsole()
        XCTAssertEqual(try app.shell().run(["alarm", "follow"], on: console), 0, console.error)
    }

    /// Seconds since it began.
    var second: Int { Int(now.seconds(since: Bench.start).rounded()) }
}

/// Players that keep what they are told.
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
                return state.withLock { $0.players.sorted { $0.key < $1.key }.map { .init($0.key, $0.value, title: "A song") } }
            },
            tell: { [self] order, name in
                state.withLock { state in
                    state.orders.append("\(order) \(name)")
                    if order == .play || order == .pause { state.players[name] = order == .play ? .playing : .paused }
                }
            })
    }
}
