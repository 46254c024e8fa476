import Kernel

/// The contents of a single-file pack from another author, examined before installation.
package struct PackContents: Sendable {
    /// The pack, with every word and belt readable.
    package let pack: ContentPack
    /// A summary of the contents, one line each, for example `12 words`.
    package let summary: [String]

    /// Reads the pack.
    ///
    /// - Throws: a `Failure` that names the first unusable entry, and `missingPackFile` for a pack
    ///   of several files.
    package init(_ bytes: [UInt8]) throws {
        let source = PackSource.memory("the pack", files: ["pack.json": bytes])
        pack = try PackReading(source).validPack()
        let lessons = try PackReader(source).lessons
        func count(_ field: String) throws -> Int { try lessons[field].map { try Self.count($0, field) } ?? 0 }
        summary = try [
            ("belt", pack.belts.belts.count), ("word", pack.terms.count), ("word part", pack.morphemes.count),
            ("pattern", count("patterns")), ("step sparring exchange", count("sparring")),
            ("opening", count("openings")),
            ("line work belt", count("linework")), ("theory page", count("theory")), ("technique", count("techniques")),
            ("rule set", count("rules")),
        ].filter { $0.1 > 0 }.map { counted($0.1, $0.0) }
    }

    /// Returns the number of entries in a list, or in the list of an object.
    private static func count(_ value: OrderedJSON, _ field: String) throws -> Int {
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
