import Kernel
import Reminders
import Ring
import RingCommands
import Storage
import Terminal
import TerminalContract
import TestBench

/// The table and its commands over a store, with a clock that a test moves.
struct Bench: Sendable {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    var store: any Store = MemoryStore()
    let clock = HandClock(Bench.start)
    let told = ToldList()
    private let ids = IDSource.counting(prefix: "match")

    var now: Instant { clock.now }
    func pass(_ seconds: Double) { clock.advance(seconds: seconds) }

    var table: MatchTable { MatchTable(store, ids: ids, time: clock.source()) }

    var app: AppBench {
        AppBench("dojang", over: store, time: clock.source(), rehearsal: { try DryRunStore(over: $0) }) { store in
            [
                RingPlugin(
                    table: { MatchTable(store, ids: ids, time: clock.source()) }, time: clock.source(), notifier: .memory(told),
                    announcer: .memory(told), sleep: { self.pass($0) })
            ]
        }
    }

    func run(_ words: String..., lines: [String] = [], files: [String: [UInt8]] = [:]) throws -> AppBench.Run {
        app.run(words, lines: lines, files: files)
    }

    func dialogue(_ path: String, _ options: String...) throws -> any Dialogue { try app.dialogue(path, options) }
}
