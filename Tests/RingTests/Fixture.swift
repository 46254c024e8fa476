import Interface
import Kernel
import Reminders
import Ring
import RingCommands
import Storage
import TerminalTesting
import TestSupport

/// The match table and its commands over a store with a test clock.
struct Fixture: Sendable {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    var store: any Store = MemoryStore()
    let clock = ManualClock(Fixture.start)
    let notifications = RecordedNotifications()
    private let ids = IDSource.counting(prefix: "match")

    var now: Instant { clock.now }
    func pass(_ seconds: Double) { clock.advance(seconds: seconds) }

    var table: MatchTable { MatchTable(store, ids: ids, time: clock.source()) }

    var app: AppFixture {
        AppFixture("dojang", over: store, time: clock.source(), dryRun: { try DryRunStore(over: $0) }) { store in
            [
                RingPlugin(
                    table: { MatchTable(store, ids: ids, time: clock.source()) }, time: clock.source(),
                    notifier: .memory(notifications),
                    announcer: .memory(notifications), sleep: { self.pass($0) })
            ]
        }
    }

    func run(_ words: String..., lines: [String] = [], files: [String: [UInt8]] = [:]) throws -> AppFixture.Run {
        app.run(words, lines: lines, files: files)
    }

    func dialogue(_ path: String, _ options: String...) throws -> any Dialogue { try app.dialogue(path, options) }
}
