import Kernel
import Sync
import Synchronization

/// A transport with a hook before each call, for failures, a lost place or concurrent rounds.
final class HookedTransport: SyncTransport {
    private let place: any SyncTransport
    private let state = Mutex(State())

    private struct State {
        var calls = 0
        var hidden: Set<String> = []
        var hook: @Sendable (Int, String) throws -> Void = { _, _ in }
    }

    init(over place: any SyncTransport) { self.place = place }

    /// Sets the hook. It receives the number of the call, from 1, and its name.
    func before(_ hook: @escaping @Sendable (Int, String) throws -> Void) {
        state.withLock { state in (state.hook, state.calls) = (hook, 0) }
    }

    /// Hides devices from listings.
    func hide(_ devices: Set<String>) { state.withLock { $0.hidden = devices } }

    private func passing<Value>(_ name: String = #function, _ body: () throws -> Value) throws -> Value {
        let (hook, call) = state.withLock { state in
            state.calls += 1
            return (state.hook, state.calls)
        }
        try hook(call, name)
        return try body()
    }

    func join(_ account: String) throws { try passing { try place.join(account) } }
    func devices() throws -> [String] {
        let hidden = state.withLock { $0.hidden }
        return try passing { try place.devices() }.filter { !hidden.contains($0) }
    }
    func card(of device: String) throws -> [UInt8]? { try passing { try place.card(of: device) } }
    func publish(_ card: [UInt8], of device: String) throws { try passing { try place.publish(card, of: device) } }
    func offer(_ envelope: BatchEnvelope) throws { try passing { try place.offer(envelope) } }
    func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope] {
        try passing { try place.envelopes(of: device, after: last, limit: limit) }
    }
    func latest(of device: String) throws -> StreamMark? { try passing { try place.latest(of: device) } }
    func snapshot() throws -> SnapshotEnvelope? { try passing { try place.snapshot() } }
    func offer(_ snapshot: SnapshotEnvelope) throws { try passing { try place.offer(snapshot) } }
    func collect(_ device: String, through last: Int) throws {
        try passing { try place.collect(device, through: last) }
    }
    func size() throws -> (envelopes: Int, snapshot: Int) { try passing { try place.size() } }
}
