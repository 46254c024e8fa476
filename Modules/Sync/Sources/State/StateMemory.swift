import Kernel
import Synchronization

/// The state as this replica knows it, by the stamp of its record: with a hundred devices it is long, and a round asks for it at every step.
final class StateMemory: Sendable {
    private let last = Mutex<(state: SyncState, stamp: Stamp)?>(nil)

    /// The state that stands in the store; nil before there is one.
    func state(in transaction: borrowing Transaction) throws -> SyncState? {
        guard let stamp = try transaction.below.record(at: SyncState.place)?.stamp else { return nil }
        if let known = last.withLock({ $0 }), known.stamp == stamp { return known.state }
        guard let state = try transaction.record(SyncState.only) else { return nil }
        note(state, stamp)
        return state
    }

    /// Notes what was committed.
    func note(_ state: SyncState, _ stamp: Stamp) { last.withLock { $0 = (state, stamp) } }
}
