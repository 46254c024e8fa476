import Kernel
import Sync

/// A reader that takes whatever comes next for what follows: it hands on each parcel as if it had no gap before it.
struct GapSkipper: SyncTransport {
    private let place: any SyncTransport

    init(over place: any SyncTransport) { self.place = place }

    func parcels(of device: String, after last: Int, limit: Int) throws -> [Parcel] {
        var known = last
        return try place.parcels(of: device, after: last, limit: limit).filter { $0.first > last }.map { parcel in
            var batch = try SyncBatch(reading: parcel.bytes)
            (batch.head.first, batch.head.seen) = (known + 1, [:])
            known = batch.last
            return Parcel(device: device, first: batch.head.first, last: batch.last, bytes: try batch.bytes())
        }
    }

    func join(_ account: String) throws { try place.join(account) }
    func devices() throws -> [String] { try place.devices() }
    func card(of device: String) throws -> [UInt8]? { try place.card(of: device) }
    func publish(_ card: [UInt8], of device: String) throws { try place.publish(card, of: device) }
    func offer(_ parcel: Parcel) throws { try place.offer(parcel) }
    func latest(of device: String) throws -> StreamMark? { try place.latest(of: device) }
    func snapshot() throws -> SnapshotParcel? { try place.snapshot() }
    func offer(_ snapshot: SnapshotParcel) throws { try place.offer(snapshot) }
    func collect(_ device: String, through last: Int) throws { try place.collect(device, through: last) }
    func size() throws -> (parcels: Int, snapshot: Int) { try place.size() }
}
