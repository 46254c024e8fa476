import Kernel

/// A device's published state: the end of its own stream, and its cursors for other streams.
package struct DeviceCard: Hashable, Codable, Sendable {
    private(set) var kind = "card"
    private(set) var form = WireText.form
    package let device: String
    package let title: String
    /// The number of the last record in its stream.
    package let last: Int
    /// The time up to which its stream contains everything it wrote.
    package let reached: HybridTime
    /// The number of the last merged record for each other stream.
    package let seen: [String: Int]
    /// The time of publication, by the device's own clock.
    package let at: Instant
    /// The removed devices, sorted.
    package let removed: [String]?
    /// The checksums of its records, if they were requested since its last change.
    package var proof: SyncProof?

    init(
        device: String, title: String, last: Int, reached: HybridTime, seen: [String: Int], at: Instant,
        removed: [String]? = nil
    ) {
        self.device = device
        self.title = title
        self.last = last
        self.reached = reached
        self.seen = seen
        self.at = at
        self.removed = removed
    }

    /// Parses a card.
    ///
    /// - Throws: `syncUnreadable`, `syncNewerForm`.
    package init(reading bytes: [UInt8]) throws {
        let (card, records) = try WireText.read(DeviceCard.self, kind: "card", from: bytes)
        guard records.isEmpty else { throw WireText.unreadable("it is something else") }
        self = card
    }

    package func bytes() throws -> [UInt8] { try WireText.write(self) }

    /// The cursors for all streams, including its own.
    var through: [String: Int] { seen.merging([device: last]) { $1 }.filter { $0.value > 0 } }

    /// Returns whether two cards differ at most in time and requested checksums.
    func isEquivalent(_ other: DeviceCard) -> Bool {
        (device, title, last, reached) == (other.device, other.title, other.last, other.reached) && seen == other.seen
            && removed == other.removed
    }
}
