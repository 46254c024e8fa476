import Kernel

/// A pack as far as it could be read, with everything that was wrong on the way.
public struct PackReading: Sendable {
    /// What can be used: bad entries are left out.
    public let pack: ContentPack
    /// In the order of the files.
    public let findings: [Finding]

    /// Reads a pack of format 1.
    ///
    /// Throws a `Failure` when the pack as a whole is unusable: no manifest, no JSON in it, another format. A bad entry, or a file of terms
    /// that cannot be read, is a finding, and the rest works.
    public init(_ source: PackSource) throws {
        var reader = try PackReader(source)
        reader.readBelts()
        reader.readMorphemes()
        reader.readTerms()
        pack = reader.pack
        findings = reader.findings
    }

    /// The pack when nothing is an error; throws the first error otherwise. For packs that must be whole.
    public func whole() throws -> ContentPack {
        if let error = findings.first(where: { $0.severity == .error }) { throw error.failure }
        return pack
    }
}
