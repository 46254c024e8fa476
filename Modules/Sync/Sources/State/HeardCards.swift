import Kernel

/// The cards of others as they were opened last. Opening one may cost a process, and in most rounds nobody has said anything new.
struct HeardCards: Storable, Hashable {
    static let collection = RecordCollection<HeardCards>("sync.cards")
    static let only = Identifier<HeardCards>("cards")

    private(set) var id = HeardCards.only
    private var cards: [String: Heard] = [:]

    private struct Heard: Codable, Hashable {
        /// Of the card as it lies in the place.
        let digest: String
        let card: DeviceCard
    }

    /// A card, opened if it is another one than last time.
    ///
    /// - Throws: `syncUnreadable`, `syncNewerForm`, `syncWrongKey`; of the seal.
    mutating func card(_ bytes: [UInt8], of device: String, by seal: any Seal) throws -> DeviceCard {
        let digest = Data(SHA256.digest(bytes)).base64EncodedString()
        if let heard = cards[device], heard.digest == digest { return heard.card }
        let card = try DeviceCard(reading: seal.open(bytes))
        guard card.device == device else { throw WireText.unreadable("it is that of another device") }
        cards[device] = Heard(digest: digest, card: card)
        return card
    }
}
