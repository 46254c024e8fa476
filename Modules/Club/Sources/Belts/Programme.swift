import Kernel

/// A belt of the school, as lists show it.
public struct ClubBelt: Hashable, Sendable {
    /// The short form that is kept and typed: `9k`.
    public let id: String
    /// What it is called: `9th keup`.
    public let name: String
    /// What it looks like, in words.
    public let look: String

    /// A belt of the school.
    public init(_ id: String, name: String, look: String) { (self.id, self.name, self.look) = (id, name, look) }
}

/// Something that is taught: a pattern, a set of step sparring, a page of theory.
public struct Piece: Codable, Hashable, Sendable {
    /// Its name in the content.
    public let id: String
    /// What people read.
    public let title: String

    /// A piece by its name and title.
    public init(_ id: String, _ title: String) { (self.id, self.title) = (id, title) }
}

/// What one belt learns.
public struct BeltMatter: Hashable, Sendable {
    /// The belt, in its short form.
    public let belt: String
    /// Which forms it learns.
    public let patterns: [Piece]
    /// Its lines: techniques up and down the hall, each in words.
    public let lines: [String]
    /// Its step sparring.
    public let sparring: [Piece]
    /// What it reads of theory.
    public let pages: [Piece]

    /// What a belt learns; a part that is empty is taken from the belts below.
    public init(belt: String, patterns: [Piece] = [], lines: [String] = [], sparring: [Piece] = [], pages: [Piece] = []) {
        (self.belt, self.patterns, self.lines, self.sparring, self.pages) = (belt, patterns, lines, sparring, pages)
    }
}

/// The port: the belts of the school and what each of them learns. Whoever knows the content fills it.
public struct Programme: Sendable {
    /// The belts, lowest first.
    public let belts: @Sendable () throws -> [ClubBelt]
    /// The short form of a belt that a person names; throws for what is none.
    public let meant: @Sendable (_ words: String) throws -> String
    /// What each belt learns; belts that learn nothing of their own may be missing.
    public let matter: @Sendable () throws -> [BeltMatter]

    /// What whoever knows the content answers.
    public init(
        belts: @escaping @Sendable () throws -> [ClubBelt], meant: @escaping @Sendable (String) throws -> String,
        matter: @escaping @Sendable () throws -> [BeltMatter]
    ) {
        (self.belts, self.meant, self.matter) = (belts, meant, matter)
    }
}

/// The belts in their order, asked once.
public struct BeltLadder: Sendable {
    /// Lowest first.
    public let belts: [ClubBelt]
    private let places: [String: Int]

    /// Belts, lowest first.
    public init(_ belts: [ClubBelt]) {
        self.belts = belts
        places = Dictionary(belts.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// How many belts lie below; those that the school does not have are below all.
    public func place(_ id: String) -> Int { places[id] ?? -1 }

    /// The belt of a short form; one that the school does not have is called as it is written.
    public func belt(_ id: String) -> ClubBelt { places[id].map { belts[$0] } ?? ClubBelt(id, name: id, look: "") }

    /// The belt above; nil at the top.
    public func next(after id: String) -> ClubBelt? {
        let above = place(id) + 1
        return belts.indices.contains(above) ? belts[above] : nil
    }
}
