import Kernel
import Sync

/// A defective reader: it passes on each batch as if no batch were missing before it.
struct GapSkipper: SyncTransport {
    private let place: any SyncTransport

    init(over place: any SyncTransport) { self.place = place }

    func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope] {
        var known = last
        return try place.envelopes(of: device, after: last, limit: limit).filter { $0.first > last }.map { envelope in
            var batch = try SyncBatch(reading: envelope.bytes)
            (batch.head.first, batch.head.seen) = (known + 1, [:])
            known = batch.last
            return BatchEnvelope(device: device, first: batch.head.first, last: batch.last, bytes: try batch.bytes())
        }
    }

    func join(_ account: String) throws { try place.join(account) }
    func devices() throws -> [String] { try place.devices() }
    func card(of device: String) throws -> [UInt8]? { try place.card(of: device) }
    func publish(_ card: [UInt8], of device: String) throws { try place.publish(card, of: device) }
    func offer(_ envelope: BatchEnvelope) throws { try place.offer(envelope) }
    func latest(of device: String) throws -> StreamMark? { try place.latest(of: device) }
    func snapshot() throws -> SnapshotEnvelope? { try place.snapshot() }
    func offer(_ snapshot: SnapshotEnvelope) throws { try place.offer(snapshot) }
    func collect(_ device: String, through last: Int) throws { try place.collect(device, through: last) }
    func size() throws -> (envelopes: Int, snapshot: Int) { try place.size() }
}
