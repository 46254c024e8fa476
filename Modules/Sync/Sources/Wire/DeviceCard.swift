import Kernel

/// What a device says of itself in the place: how far it has taken in the others, and how far its own stream goes.
public struct DeviceCard: Hashable, Codable, Sendable {
    private(set) var kind = "card"
    private(set) var form = WireText.form
    /// Its name in the account, drawn by chance.
    public let device: String
    /// What its person calls it.
    public let title: String
    /// How far its stream goes: the number of the last record.
    public let last: Int
    /// Up to which time everything that it has written is in its stream.
    public let reached: HybridTime
    /// For each other stream the number of the last record that it has taken in.
    public let seen: [String: Int]
    /// When it said so, by its own clock.
    public let at: Instant
    /// Devices that belong to the account no more, in order.
    public let removed: [String]?
    /// What it had, if that was asked for since something has changed last.
    package var proof: SyncProof?

    init(
        device: String, title: String, last: Int, reached: HybridTime, seen: [String: Int], at: Instant, removed: [String]? = nil
    ) {
        (self.device, self.title, self.last, self.reached, self.seen, self.at) = (device, title, last, reached, seen, at)
        self.removed = removed
    }

    /// - Throws: `syncUnreadable`, `syncNewerForm`.
    package init(reading bytes: [UInt8]) throws {
        let (card, records) = try WireText.read(DeviceCard.self, kind: "card", from: bytes)
        guard records.isEmpty else { throw WireText.unreadable("it is something else") }
        self = card
    }

    package func bytes() throws -> [UInt8] { try WireText.write(self) }

    /// How far it is in every stream, its own too.
    var through: [String: Int] { seen.merging([device: last]) { $1 }.filter { $0.value > 0 } }

    /// Whether it says the same but for when, and for what was asked.
    func says(_ other: DeviceCard) -> Bool {
        (device, title, last, reached) == (other.device, other.title, other.last, other.reached) && seen == other.seen
            && removed == other.removed
    }
}
