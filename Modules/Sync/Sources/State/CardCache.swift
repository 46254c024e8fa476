import Kernel

/// A cache of other devices' decrypted cards. Decryption may start a process, and most rounds find
/// no new card.
struct CardCache: Storable, Hashable {
    static let collection = RecordCollection<CardCache>("sync.cards")
    static let only = Identifier<CardCache>("cards")

    private(set) var id = CardCache.only
    private var cards: [String: Heard] = [:]

    private struct Heard: Codable, Hashable {
        let digest: String
        let card: DeviceCard
    }

    /// Returns a card, and decrypts it only if it has changed.
    ///
    /// - Throws: `syncUnreadable`, `syncNewerForm`, `syncWrongKey`, and the errors of the seal.
    mutating func card(_ bytes: [UInt8], of device: String, by seal: any Seal) throws -> DeviceCard {
        let digest = Data(SHA256.digest(bytes)).base64EncodedString()
        if let heard = cards[device], heard.digest == digest { return heard.card }
        let card = try DeviceCard(reading: seal.open(bytes))
        guard card.device == device else { throw WireText.unreadable("it is that of another device") }
        cards[device] = Heard(digest: digest, card: card)
        return card
    }
}
