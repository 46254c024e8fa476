import Community
import DiskKit
import Kernel
import Synchronization

/// The ballots of a board, in a separate file next to its store.
///
/// The file contains only sorted names and is replaced as a whole at each vote. The store's log
/// contains no ballots.
package struct FileBallotBox: BallotBox {
    private let file: SharedFile

    package init(_ folder: String, system: any FileSystem = SystemCalls(), now: @escaping @Sendable () -> Instant) {
        file = SharedFile("ballots", in: folder, system: system, now: now)
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

/// Ballots in a dry run: the saved ones, with changes that end with the process.
final class DryRunBallots: BallotBox {
    private let saved: any BallotBox
    private let changed = Mutex<Ballots?>(nil)

    init(over saved: any BallotBox) { self.saved = saved }

    func load() throws -> Ballots { try changed.withLock { $0 } ?? saved.load() }

    func change<Value>(_ body: (inout Ballots) throws -> Value) throws -> Value {
        var ballots = try load()
        let value = try body(&ballots)
        changed.withLock { $0 = ballots }
        return value
    }
}
