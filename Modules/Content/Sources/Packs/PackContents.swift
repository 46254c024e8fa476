import Kernel

/// What lies in a pack of one file that somebody else made, before it is laid on a shelf.
public struct PackContents: Sendable {
    /// The pack, of which every word and belt could be read.
    public let pack: ContentPack
    /// What it brings, a line each: `12 words`.
    public let brings: [String]

    /// Reads it.
    ///
    /// - Throws: a `Failure` that names the first entry that cannot be used, and `missingPackFile` for one that lies in several files.
    public init(_ bytes: [UInt8]) throws {
        let source = PackSource.memory("the pack", files: ["pack.json": bytes])
        pack = try PackReading(source).whole()
        let lessons = try PackReader(source).lessons
        func count(_ field: String) throws -> Int { try lessons[field].map { try Self.count($0, field) } ?? 0 }
        brings = try [
            ("belt", pack.belts.belts.count), ("word", pack.terms.count), ("word part", pack.morphemes.count),
            ("pattern", count("patterns")), ("step sparring exchange", count("sparring")), ("opening", count("openings")),
            ("line work belt", count("linework")), ("theory page", count("theory")), ("technique", count("techniques")),
            ("rule set", count("rules")),
        ].filter { $0.1 > 0 }.map { counted($0.1, $0.0) }
    }

    /// Entries of a list, or of the list in an object.
    private static func count(_ value: PackValue, _ field: String) throws -> Int {
        switch value {
        case .string(let path): throw PackSource.missing(path, in: "the pack")
        case .array(let items):
            return try items.reduce(0) { sum, item in
                if case .string = item { return sum + (try count(item, field)) }
                guard case .object(let fields) = item, let inner = fields.first(where: { $0.name == field }) else {
                    return sum + 1
                }
                return sum + (try count(inner.value, field))
            }
        case .object(let fields): return try fields.first { $0.name == field }.map { try count($0.value, field) } ?? 0
        default: return 0
        }
    }
}
