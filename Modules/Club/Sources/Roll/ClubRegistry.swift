import Kernel

/// The clubs on this device.
package struct ClubRegistry: Sendable {
    /// The maximum number of clubs on a device.
    package static let maximumClubs = 20

    let store: any Store
    private let ids: IDSource
    package let time: TimeSource
    package let curriculum: ClubCurriculum

    package init(_ store: any Store, ids: IDSource, time: TimeSource, curriculum: ClubCurriculum) {
        self.store = store
        self.ids = ids
        self.time = time
        self.curriculum = curriculum
    }

    /// Returns all clubs by name.
    package func clubs() throws -> [ClubRecord] { try store.read { try $0.records(ClubRecord.byName.all) } }

    /// Creates a club with an empty roll.
    ///
    /// - Throws: `badClubName`, `clubExists`, `tooManyClubs`.
    package func create(_ name: String, currency: Currency = .pound) throws -> ClubRecord {
        let name = try ClubNames.club(name)
        return try store.write(undo: "Began the club \(name)") { transaction in
            let all = try transaction.records(ClubRecord.byName.all)
            guard !all.contains(where: { Folding.folded($0.name) == Folding.folded(name) }) else {
                throw Failure(
                    .clubExists, "You keep a club called \(name) already.", advice: "Choose another name.", kind: .usage
                )
            }
            guard all.count < ClubRegistry.maximumClubs else {
                throw Failure(
                    .tooManyClubs, "You keep \(ClubRegistry.maximumClubs) clubs already, the most that there may be.")
            }
            let club = ClubRecord(id: ids.next(), name: name, currency: currency, began: time.today())
            try transaction.put(club)
            return club
        }
    }

    /// Returns the roll of the named club, or of the only club.
    ///
    /// - Throws: `noClub`, `clubNotFound`, `manyClubs`.
    package func roll(of name: String? = nil) throws -> ClubRoll {
        let all = try clubs()
        guard !all.isEmpty else {
            throw Failure(
                .noClub, "You keep no club yet.",
                advice: "Each instructor keeps a roll of their own: begin yours with `club create NAME`.")
        }
        let names = all.map(\.name).joined(separator: ", ")
        if let name {
            let foldedName = Folding.folded(name)
            let matches = all.filter { Folding.folded($0.name) == foldedName || $0.id.rawValue == name }
            guard let club = matches.first else {
                throw Failure(
                    .clubNotFound, "You keep no club called “\(name.truncated)”.", advice: "Choose from \(names).",
                    kind: .usage)
            }
            return roll(of: club)
        }
        guard all.count == 1 else {
            throw Failure(
                .manyClubs, "You keep \(all.count) clubs: \(names).", advice: "Say which with --club NAME.",
                kind: .usage)
        }
        return roll(of: all[0])
    }

    private func roll(of club: ClubRecord) -> ClubRoll {
        ClubRoll(club, store, ids: ids, time: time, curriculum: curriculum)
    }
}

/// Validation of names that users type.
enum ClubNames {
    /// Returns a valid club name.
    static func club(_ text: String) throws -> String {
        try validated(text, "The name of a club", ClubRecord.longestName)
    }
    /// Returns a valid student name.
    static func student(_ text: String) throws -> String {
        try validated(text, "A student's name", Student.longestName)
    }
    /// Returns a valid name of a fee plan.
    static func plan(_ text: String) throws -> String { try validated(text, "The name of a plan", FeePlan.longestName) }

    /// Validates a text that must not be empty.
    ///
    /// - Parameter what: The subject of the error message, such as "The name of a club".
    static func validated(_ text: String, _ what: String, _ limit: Int) throws -> String {
        try InputTextRule(upTo: limit, .joined).validated(text) { _ in
            Failure(.badClubName, "\(what) has 1 to \(limit) characters, and no invisible ones.", kind: .usage)
        }
    }

    /// Validates a text that may be empty.
    static func optional(_ text: String, _ what: String, _ limit: Int) throws -> String {
        text.allSatisfy(\.isWhitespace) ? "" : try validated(text, what, limit)
    }
}
