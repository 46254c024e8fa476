import Kernel

/// The record of one person that prevents duplicate submissions and enforces rate limits.
package struct Ledger: Storable, Hashable {
    /// A hash of the author's name.
    package let id: Identifier<Ledger>
    package let author: Author
    /// The number of the last received submission by outbox.
    var taken: [String: Int]
    /// The used part of the current rate limit by action.
    var permits: [String: RateLimit]
    /// The last month of each action, for example `2026-11`, for the shares in `metrics`.
    var lastMonth: [String: String]

    init(_ author: Author) {
        id = Ledger.id(author)
        self.author = author
        taken = [:]
        permits = [:]
        lastMonth = [:]
    }

    /// Creates a ledger from a database's records: the number of the last received submission by
    /// outbox.
    package init(_ author: Author, taken: [String: Int]) {
        self.init(author)
        self.taken = taken
    }

    static func id(_ author: Author) -> Identifier<Ledger> { Identifier(author.derivedName(as: "ledger")) }

    package static let collection = RecordCollection<Ledger>("community.ledgers")
}

/// A mark that a person used an app in a month, sent once a month with consent to share usage data.
package struct Attendance: Storable, Hashable {
    /// The month and a hash of the author's name, for example `2026-11:` and the hash.
    package let id: Identifier<Attendance>
    package let author: Author
    /// The month, for example `2026-11`.
    package let month: String

    package init(_ author: Author, month: String) {
        id = Identifier("\(month):\(author.derivedName(as: "attendance"))")
        self.author = author
        self.month = month
    }

    static let byMonth = Index<Attendance, String>.ordered("month") { $0.month }
    static let byAuthor = Index<Attendance, Author>.ordered("author") { $0.author }
    package static let collection = RecordCollection<Attendance>("community.attendance", indexes: [byMonth, byAuthor])
}

/// A mark that an author's submissions are refused.
package struct BlockedAuthor: Storable, Hashable {
    /// A hash of the author's name.
    package let id: Identifier<BlockedAuthor>
    package let author: Author
    package let reason: String
    package let since: Instant

    package init(_ author: Author, reason: String, since: Instant) {
        id = BlockedAuthor.id(author)
        self.author = author
        self.reason = reason
        self.since = since
    }

    static func id(_ author: Author) -> Identifier<BlockedAuthor> { Identifier(author.derivedName(as: "block")) }
    package static let collection = RecordCollection<BlockedAuthor>("community.blocks")
}

/// A mark that an author was forgotten, which causes late submissions to be refused. It contains a
/// hash of the name.
struct ForgottenAuthor: Storable {
    let id: Identifier<ForgottenAuthor>

    init(_ author: Author) { id = ForgottenAuthor.id(author) }

    static func id(_ author: Author) -> Identifier<ForgottenAuthor> { Identifier(author.derivedName(as: "farewell")) }
    static let collection = RecordCollection<ForgottenAuthor>("community.farewells")
}

/// The mark of a community's developers, written by the first change through `hub`.
package struct DeveloperCharter: Storable, Hashable {
    package let id: Identifier<DeveloperCharter>
    /// The mark computed from the developers' key, see `Identity.developerKeyHash`.
    let developerMark: String
    package let foundedAt: Instant

    static let only: Identifier<DeveloperCharter> = "charter"

    private init(id: Identifier<DeveloperCharter>, developerMark: String, foundedAt: Instant) {
        self.id = id
        self.developerMark = developerMark
        self.foundedAt = foundedAt
    }

    init(developerMark: String, foundedAt: Instant) {
        self.init(id: DeveloperCharter.only, developerMark: developerMark, foundedAt: foundedAt)
    }

    /// Creates the charter of a database, which knows its developers by their logins.
    package init(guardedSince day: Day) {
        self.init(
            id: DeveloperCharter.only, developerMark: "",
            foundedAt: Instant(milliseconds: Int64(day.ordinal) * 86_400_000))
    }

    package static let collection = RecordCollection<DeveloperCharter>("community.charter")
}
