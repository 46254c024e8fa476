import Kernel

/// What is kept about one person so that nothing is taken twice and nobody floods the others.
public struct Ledger: Storable, Hashable {
    /// A hash of the author's name.
    public let id: Identifier<Ledger>
    /// Whose.
    public let author: Author
    /// By outbox, the number of the last parcel that was taken.
    var taken: [String: Int]
    /// By deed, how much of the present span is used.
    var permits: [String: Permit]
    /// By deed, the last month it was done in: `2026-11`. For the shares in `metrics`.
    var lastMonth: [String: String]

    init(_ author: Author) { (id, self.author, taken, permits, lastMonth) = (Ledger.id(author), author, [:], [:], [:]) }

    /// What a database keeps of somebody: by outbox, the number of the last parcel that was taken.
    package init(_ author: Author, taken: [String: Int]) {
        self.init(author)
        self.taken = taken
    }

    static func id(_ author: Author) -> Identifier<Ledger> { Identifier(author.veiled(as: "ledger")) }

    private static let votes = ["vote", "upvote"]

    /// Whether it was written before votes were kept apart, and tells when somebody voted and how often.
    var tellsOfVotes: Bool { Ledger.votes.contains { permits[$0] != nil || lastMonth[$0] != nil } }

    mutating func forgetVotes() {
        for name in Ledger.votes { (permits[name], lastMonth[name]) = (nil, nil) }
    }

    /// Where ledgers are kept.
    public static let collection = RecordCollection<Ledger>("community.ledgers")
}

/// That somebody used an app in a month; sent once a month by those who agreed to share usage data.
public struct Attendance: Storable, Hashable {
    /// `2026-11:` and a hash of the author's name.
    public let id: Identifier<Attendance>
    /// Who.
    public let author: Author
    /// `2026-11`.
    public let month: String

    package init(_ author: Author, month: String) {
        (id, self.author, self.month) = (Identifier("\(month):\(author.veiled(as: "attendance"))"), author, month)
    }

    static let byMonth = Index<Attendance, String>.ordered("month") { $0.month }
    static let byAuthor = Index<Attendance, Author>.ordered("author") { $0.author }
    /// Where attendance is kept.
    public static let collection = RecordCollection<Attendance>("community.attendance", indexes: [byMonth, byAuthor])
}

/// That nothing more is taken from somebody.
public struct BlockedAuthor: Storable, Hashable {
    /// A hash of the author's name.
    public let id: Identifier<BlockedAuthor>
    /// Who is blocked.
    public let author: Author
    /// Why.
    public let reason: String
    /// Since when.
    public let since: Instant

    package init(_ author: Author, reason: String, since: Instant) {
        (id, self.author, self.reason, self.since) = (BlockedAuthor.id(author), author, reason, since)
    }

    static func id(_ author: Author) -> Identifier<BlockedAuthor> { Identifier(author.veiled(as: "block")) }
    /// Where blocks are kept.
    public static let collection = RecordCollection<BlockedAuthor>("community.blocks")
}

/// That somebody wanted to be forgotten: what still travels under their name is refused. Holds a hash of the name, not the name.
struct Farewell: Storable {
    let id: Identifier<Farewell>

    init(_ author: Author) { id = Farewell.id(author) }

    static func id(_ author: Author) -> Identifier<Farewell> {
        Identifier(author.veiled(as: "farewell"))
    }
    static let collection = RecordCollection<Farewell>("community.farewells")
}

/// Who the developers of a community are. Written once, by whoever first changes something through `hub`.
public struct Charter: Storable, Hashable {
    /// There is one.
    public let id: Identifier<Charter>
    /// What follows from the developers' key; see `Identity.developerMark`.
    let developerMark: String
    /// When the community was founded.
    public let foundedAt: Instant

    static let only: Identifier<Charter> = "charter"

    private init(id: Identifier<Charter>, developerMark: String, foundedAt: Instant) {
        (self.id, self.developerMark, self.foundedAt) = (id, developerMark, foundedAt)
    }

    init(developerMark: String, foundedAt: Instant) {
        self.init(id: Charter.only, developerMark: developerMark, foundedAt: foundedAt)
    }

    /// Of a community that a database guards: no mark makes anybody a developer there.
    package init(guardedSince day: Day) {
        self.init(id: Charter.only, developerMark: "", foundedAt: Instant(milliseconds: Int64(day.ordinal) * 86_400_000))
    }

    /// Where it is kept.
    public static let collection = RecordCollection<Charter>("community.charter")
}
