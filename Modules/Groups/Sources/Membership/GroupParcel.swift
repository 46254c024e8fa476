import Kernel

/// What a person sends to a group. It waits in an outbox until it has been taken, and coming twice it comes once.
public enum GroupParcel: Codable, Hashable, Sendable {
    /// Something new.
    case paper(Paper)
    /// Another content, label and audience of one.
    case change(Identifier<Paper>, content: [UInt8], label: String?, audience: Audience)
    /// That one is taken back.
    case withdrawal(Identifier<Paper>)

    /// Hands it over.
    func hand(to hall: any GroupHall) throws {
        switch self {
        case .paper(let paper): _ = try hall.write(paper)
        case .change(let id, let content, let label, let audience): try hall.change(id, to: content, label: label, for: audience)
        case .withdrawal(let id): try hall.withdraw(id)
        }
    }
}

/// A parcel on this device that waits, or was refused.
public struct WaitingParcel: Storable, Hashable {
    /// Made of its number.
    public let id: Identifier<WaitingParcel>
    /// Greater than that of every parcel before.
    public let number: Int
    /// Where it is to go.
    public let group: Identifier<KnownGroup>
    /// What is sent.
    public let parcel: GroupParcel
    /// Since when it waits.
    public let queuedAt: Instant
    /// Why it was refused; nil while it waits.
    public var refusal: String?

    static let waiting = Index<WaitingParcel, Int>.ordered("waiting") { $0.refusal == nil ? $0.number : nil }
    static let byNumber = Index<WaitingParcel, Int>.ordered("number") { $0.number }
    /// In the app's own store.
    public static let collection = RecordCollection<WaitingParcel>("groups.outbox", indexes: [waiting, byNumber])
}

/// What a delivery came to.
public struct GroupDelivery: Sendable {
    /// How many parcels were taken.
    public internal(set) var sent = 0
    /// What waits.
    public internal(set) var waiting: Set<Identifier<WaitingParcel>> = []
    /// What will never be taken, and why.
    public internal(set) var refused: [Identifier<WaitingParcel>: Failure] = [:]
    /// Why something waits, by group.
    public internal(set) var trouble: [Identifier<KnownGroup>: Failure] = [:]
}
