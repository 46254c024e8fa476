import Kernel

/// A pack as far as it is readable, with all findings.
package struct PackReading: Sendable {
    /// The usable part, without bad entries.
    package let pack: ContentPack
    /// The findings, in the order of the files.
    package let findings: [Finding]

    /// Reads a pack of format 1.
    ///
    /// A bad entry or an unreadable file of terms is a finding, and the rest remains usable.
    ///
    /// - Throws: a `Failure` if the whole pack is unusable because its manifest is missing, is not
    ///   JSON, or has another format.
    package init(_ source: PackSource) throws {
        var reader = try PackReader(source)
        reader.readBelts()
        reader.readMorphemes()
        reader.readTerms()
        pack = reader.pack
        findings = reader.findings
    }

    /// Returns a pack that must be free of errors.
    ///
    /// - Throws: the first error.
    package func validPack() throws -> ContentPack {
        if let error = findings.first(where: { $0.severity == .error }) { throw error.failure }
        return pack
    }
}
