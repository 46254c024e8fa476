import Kernel

/// A belt of the school, with its names.
package struct ClubBelt: Hashable, Sendable {
    /// The short form for storage and typing, such as `9k`.
    package let id: String
    /// The full name, such as `9th keup`.
    package let name: String
    /// The look in words, such as `white with yellow tip`.
    package let appearance: String

    package init(_ id: String, name: String, appearance: String) {
        self.id = id
        self.name = name
        self.appearance = appearance
    }
}

/// A subject of teaching: a pattern, a set of step sparring, or a page of theory.
package struct Piece: Codable, Hashable, Sendable {
    package let id: String
    package let title: String

    package init(_ id: String, _ title: String) {
        self.id = id
        self.title = title
    }
}

/// The material of one belt.
package struct BeltSyllabus: Hashable, Sendable {
    package let belt: String
    package let patterns: [Piece]
    /// The techniques of line work, each in words.
    package let lines: [String]
    package let sparring: [Piece]
    package let pages: [Piece]

    /// Creates the material of a belt. An empty part is taken from the belts below.
    package init(
        belt: String, patterns: [Piece] = [], lines: [String] = [], sparring: [Piece] = [], pages: [Piece] = []
    ) {
        self.belt = belt
        self.patterns = patterns
        self.lines = lines
        self.sparring = sparring
        self.pages = pages
    }
}

/// A port: the belts of the school and the material of each. The app implements it with its
/// content.
package struct ClubCurriculum: Sendable {
    /// Returns the belts, lowest first.
    package let belts: @Sendable () throws -> [ClubBelt]
    /// Returns the short form of the belt that a text names, or throws for an unknown one.
    package let parseBelt: @Sendable (_ words: String) throws -> String
    /// Returns the material of each belt. Belts without material of their own may be missing.
    package let syllabi: @Sendable () throws -> [BeltSyllabus]

    package init(
        belts: @escaping @Sendable () throws -> [ClubBelt], parseBelt: @escaping @Sendable (String) throws -> String,
        syllabi: @escaping @Sendable () throws -> [BeltSyllabus]
    ) {
        self.belts = belts
        self.parseBelt = parseBelt
        self.syllabi = syllabi
    }
}

/// The belts in order, read once.
package struct BeltLadder: Sendable {
    package let belts: [ClubBelt]
    /// The position of each belt, from 0 for the lowest.
    private let ranks: [String: Int]

    package init(_ belts: [ClubBelt]) {
        self.belts = belts
        ranks = Dictionary(belts.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the number of belts below. An unknown belt is below all others.
    package func rank(_ id: String) -> Int { ranks[id] ?? -1 }

    /// Returns the belt of a short form. An unknown belt has its short form as its name.
    package func belt(_ id: String) -> ClubBelt {
        ranks[id].map { belts[$0] } ?? ClubBelt(id, name: id, appearance: "")
    }

    /// Returns the next higher belt, or nil at the top.
    package func next(after id: String) -> ClubBelt? {
        let nextRank = rank(id) + 1
        return belts.indices.contains(nextRank) ? belts[nextRank] : nil
    }
}
