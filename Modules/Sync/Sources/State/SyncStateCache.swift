import Kernel
import Synchronization

/// A cache of the sync state, by the stamp of its record. With a hundred devices the state is long,
/// and each step of a round needs it.
final class SyncStateCache: Sendable {
    private let lastState = Mutex<(state: SyncState, stamp: Stamp)?>(nil)

    /// Returns the state in the store, or nil before the first round.
    func state(in transaction: borrowing Transaction) throws -> SyncState? {
        guard let stamp = try transaction.below.record(at: SyncState.place)?.stamp else { return nil }
        if let cached = lastState.withLock({ $0 }), cached.stamp == stamp { return cached.state }
        guard let state = try transaction.record(SyncState.only) else { return nil }
        remember(state, stamp)
        return state
    }

    func remember(_ state: SyncState, _ stamp: Stamp) { lastState.withLock { $0 = (state, stamp) } }
}
