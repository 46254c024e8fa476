import Kernel
import Sync
import Synchronization

/// A transport beneath which a test may do something before each call: fail, take the place away, let another program sync.
final class HookedTransport: SyncTransport {
    private let place: any SyncTransport
    private let state = Mutex(State())

    private struct State {
        var calls = 0
        var hidden: Set<String> = []
        var hook: @Sendable (Int, String) throws -> Void = { _, _ in }
    }

    init(over place: any SyncTransport) { self.place = place }

    /// What happens before each call, given its number from 1 and its name. Counts anew.
    func before(_ hook: @escaping @Sendable (Int, String) throws -> Void) {
        state.withLock { state in (state.hook, state.calls) = (hook, 0) }
    }

    /// Devices that no listing shows.
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
    func offer(_ parcel: Parcel) throws { try passing { try place.offer(parcel) } }
    func parcels(of device: String, after last: Int, limit: Int) throws -> [Parcel] {
        try passing { try place.parcels(of: device, after: last, limit: limit) }
    }
    func latest(of device: String) throws -> StreamMark? { try passing { try place.latest(of: device) } }
    func snapshot() throws -> SnapshotParcel? { try passing { try place.snapshot() } }
    func offer(_ snapshot: SnapshotParcel) throws { try passing { try place.offer(snapshot) } }
    func collect(_ device: String, through last: Int) throws { try passing { try place.collect(device, through: last) } }
    func size() throws -> (parcels: Int, snapshot: Int) { try passing { try place.size() } }
}
