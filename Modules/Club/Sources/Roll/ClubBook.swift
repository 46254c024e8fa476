import Kernel

/// The clubs that somebody keeps.
public struct ClubBook: Sendable {
    /// How many clubs one person keeps at most.
    public static let mostClubs = 20

    let store: any Store
    private let ids: IDSource
    /// The clock and the calendar.
    public let time: TimeSource
    /// The belts and what they learn.
    public let programme: Programme

    /// A book over one profile's store.
    public init(_ store: any Store, ids: IDSource, time: TimeSource, programme: Programme) {
        (self.store, self.ids, self.time, self.programme) = (store, ids, time, programme)
    }

    /// All clubs, by name.
    public func clubs() throws -> [Club] { try store.read { try $0.records(Club.byName.all) } }

    /// Begins a club, with an empty roll.
    ///
    /// - Throws: `badClubName`, `clubExists`, `tooManyClubs`.
    public func create(_ name: String, currency: Currency = .pound) throws -> Club {
        let name = try ClubNames.club(name)
        return try store.write(undo: "Began the club \(name)") { transaction in
            let all = try transaction.records(Club.byName.all)
            guard !all.contains(where: { Folding.folded($0.name) == Folding.folded(name) }) else {
                throw Failure(
                    .clubExists, "You keep a club called \(name) already.", advice: "Choose another name.", kind: .usage)
            }
            guard all.count < ClubBook.mostClubs else {
                throw Failure(.tooManyClubs, "You keep \(ClubBook.mostClubs) clubs already, the most that there may be.")
            }
            let club = Club(id: ids.next(), name: name, currency: currency, began: time.today())
            try transaction.put(club)
            return club
        }
    }

    /// The roll of a club: of the one that is named, else of the only one.
    ///
    /// - Throws: `noClub`, `clubNotFound`, `manyClubs`.
    public func roll(of name: String? = nil) throws -> ClubRoll {
        let all = try clubs()
        guard !all.isEmpty else {
            throw Failure(
                .noClub, "You keep no club yet.",
                advice: "Each instructor keeps a roll of their own: begin yours with `club create NAME`.")
        }
        let names = all.map(\.name).joined(separator: ", ")
        if let name {
            let wanted = Folding.folded(name)
            let found = all.filter { Folding.folded($0.name) == wanted || $0.id.rawValue == name }
            guard let club = found.first else {
                throw Failure(
                    .clubNotFound, "You keep no club called “\(name.short)”.", advice: "Choose from \(names).",
                    kind: .usage)
            }
            return roll(of: club)
        }
        guard all.count == 1 else {
            throw Failure(
                .manyClubs, "You keep \(all.count) clubs: \(names).", advice: "Say which with --club NAME.", kind: .usage)
        }
        return roll(of: all[0])
    }

    private func roll(of club: Club) -> ClubRoll { ClubRoll(club, store, ids: ids, time: time, programme: programme) }
}

/// Names that people give.
enum ClubNames {
    static func club(_ text: String) throws -> String { try kept(text, "The name of a club", Club.longestName) }
    static func student(_ text: String) throws -> String { try kept(text, "A student's name", Student.longestName) }
    static func plan(_ text: String) throws -> String { try kept(text, "The name of a plan", FeePlan.longestName) }

    static func kept(_ text: String, _ what: String, _ limit: Int) throws -> String {
        try TypedText(upTo: limit, .joined).kept(text) { _ in
            Failure(.badClubName, "\(what) has 1 to \(limit) characters, and no invisible ones.", kind: .usage)
        }
    }

    /// The same where nothing may be said too.
    static func optional(_ text: String, _ what: String, _ limit: Int) throws -> String {
        text.allSatisfy(\.isWhitespace) ? "" : try kept(text, what, limit)
    }
}
