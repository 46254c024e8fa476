import Kernel

/// The contents of a `.storekit` file: the catalog, and every problem of the file.
///
/// It reads versions 3 to 5 of the JSON of Xcode's StoreKit testing. Unused fields are skipped. A
/// product that cannot be sold is omitted and reported.
package struct StoreKitCatalog: Sendable {
    package let catalog: Catalog
    /// The problems and assumptions, in the order of the file.
    package let findings: [CatalogFinding]

    /// The largest file size in bytes.
    package static let largestFile = 1 << 20

    /// Reads a file.
    ///
    /// - Throws: `catalogueUnreadable` for other data than a JSON object, or one that is too large
    ///   or too deep; `catalogueVersion` for a version other than 3, 4 or 5.
    package init(_ bytes: [UInt8], named file: String) throws {
        var reader = StoreKitReader(file: file)
        let root = try reader.open(bytes)
        try reader.checkVersion(of: root)
        catalog = reader.catalog(root)
        findings = reader.findings
    }

    /// Returns the catalog if the file has no error.
    ///
    /// - Throws: `catalogueInvalid` with the first error.
    package func requireValid() throws -> Catalog {
        guard let first = findings.first(where: { $0.severity == .error }) else { return catalog }
        throw Failure(.catalogueInvalid, "\(first).", advice: "Correct the file.", kind: .badData)
    }
}

/// A problem in a catalog or a price schedule.
package struct CatalogFinding: Hashable, Sendable, CustomStringConvertible {
    /// The severity of a problem.
    package enum Severity: String, Hashable, Sendable {
        case error
        case warning
    }

    package let severity: Severity
    package let file: String
    /// The place in the file, such as `products[0].displayPrice`.
    package let place: String
    /// The problem, without a full stop.
    package let message: String

    /// The whole line, such as `focusflow.storekit, products[0].displayPrice: is missing`.
    package var description: String { "\(file), \(place): \(message)" }
}
