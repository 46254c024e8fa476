import Community
import Kernel
import Storage
import Synchronization

/// The ballots of a board in a file of their own beside its store: names in their order and nothing else, replaced whole at each vote. The
/// store's log knows nothing of them.
package struct FileBallotBox: BallotBox {
    private let file: FileBeside

    /// The file `ballots` in the board's directory.
    package init(_ folder: String, system: any FileSystem = SystemCalls(), now: @escaping @Sendable () -> Instant) {
        file = FileBeside("ballots", in: folder, system: system, now: now)
    }

    package func load() throws -> Ballots { try Ballots(bytes: file.bytes()) }

    package func change<Value>(_ body: (inout Ballots) throws -> Value) throws -> Value {
        try file.change { bytes in
            var ballots = try Ballots(bytes: bytes)
            let before = ballots
            let value = try body(&ballots)
            return (value, ballots == before ? nil : ballots.bytes)
        }
    }
}

/// Ballots in a rehearsal: those that are kept, and what is changed is forgotten with the process.
final class RehearsedBallots: BallotBox {
    private let kept: any BallotBox
    private let changed = Mutex<Ballots?>(nil)

    init(over kept: any BallotBox) { self.kept = kept }

    func load() throws -> Ballots { try changed.withLock { $0 } ?? kept.load() }

    func change<Value>(_ body: (inout Ballots) throws -> Value) throws -> Value {
        var ballots = try load()
        let value = try body(&ballots)
        changed.withLock { $0 = ballots }
        return value
    }
}
