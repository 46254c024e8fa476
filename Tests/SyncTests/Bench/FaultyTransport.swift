import Kernel
import Sync
import Synchronization

/// A transport with faults: failures before or after the effect, outdated listings and cards, and
/// missing, repeated or disordered batches. It can also kill the process.
final class FaultyTransport: SyncTransport {
    private struct State {
        var random: RandomSource
        var isFaulty = true
        var killedIn: Int?
        var oldCards: [String: [[UInt8]]] = [:]
    }

    private let place: any SyncTransport
    /// Faults in a hundred calls.
    private let faults: Int
    /// The device that uses this transport. It always sees its own current card.
    private let owner: Mutex<String?> = Mutex(nil)
    private let state: Mutex<State>

    init(over place: any SyncTransport, faults: Int, seed: UInt64) {
        self.place = place
        self.faults = faults
        state = Mutex(State(random: RandomSource(seed: seed)))
    }

    var isFaulty: Bool {
        get { state.withLock { $0.isFaulty } }
        set { state.withLock { $0.isFaulty = newValue } }
    }

    func kill(in calls: Int?) { state.withLock { $0.killedIn = calls } }

    func belong(to device: String?) { owner.withLock { $0 = device } }

    private func draw(_ count: Int) -> Int { state.withLock { Int($0.random.next() % UInt64(max(1, count))) } }

    private func happens() -> Bool { isFaulty && draw(100) < faults }

    private func passing<Value>(_ body: () throws -> Value) throws -> Value {
        let isKilled = state.withLock { state in
            guard let remaining = state.killedIn else { return false }
            state.killedIn = remaining - 1
            return remaining <= 0
        }
        if isKilled { throw Killed() }
        if happens() { throw FaultyTransport.fault }
        let value = try body()
        if happens() { throw FaultyTransport.fault }
        return value
    }

    static let fault = Failure(.syncPlaceAway, "The place is away.", kind: .temporary)

    func join(_ account: String) throws { try passing { try place.join(account) } }

    func devices() throws -> [String] {
        let all = try passing { try place.devices() }
        guard happens(), !all.isEmpty else { return all }
        let hidden = all[draw(all.count)]
        return all.filter { $0 != hidden }
    }

    func card(of device: String) throws -> [UInt8]? {
        let card = try passing { try place.card(of: device) }
        let isOwn = owner.withLock { $0 == device }
        guard !isOwn, let card else { return card }
        let old = state.withLock { state in
            if state.oldCards[device]?.last != card { state.oldCards[device, default: []].append(card) }
            return state.oldCards[device] ?? [card]
        }
        return happens() ? old[draw(old.count)] : card
    }

    func publish(_ card: [UInt8], of device: String) throws { try passing { try place.publish(card, of: device) } }

    func offer(_ envelope: BatchEnvelope) throws {
        try passing { try place.offer(envelope) }
        if happens() { try place.offer(envelope) }
    }

    func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope] {
        var envelopes = try passing { try place.envelopes(of: device, after: last, limit: limit) }
        if happens(), !envelopes.isEmpty { envelopes.remove(at: draw(envelopes.count)) }
        if happens(), let one = envelopes.first { envelopes.append(one) }
        if happens() {
            envelopes += try place.envelopes(of: device, after: 0, limit: 2)
            var random = state.withLock { $0.random }
            envelopes.shuffle(using: &random)
        }
        return envelopes
    }

    func latest(of device: String) throws -> StreamMark? { try passing { try place.latest(of: device) } }

    func snapshot() throws -> SnapshotEnvelope? { try passing { try place.snapshot() } }

    func offer(_ snapshot: SnapshotEnvelope) throws { try passing { try place.offer(snapshot) } }

    func collect(_ device: String, through last: Int) throws {
        try passing { try place.collect(device, through: last) }
    }

    func size() throws -> (envelopes: Int, snapshot: Int) { try passing { try place.size() } }
}
