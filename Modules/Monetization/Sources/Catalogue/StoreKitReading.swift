import Kernel

/// What a `.storekit` file holds: the catalogue, and everything that is wrong with the file.
///
/// Versions 3 to 5 of the JSON that Xcode's StoreKit testing reads. What this program does not use is passed over; a product that cannot be
/// sold as it stands is left out and named.
public struct StoreKitReading: Sendable {
    /// The products that can be sold.
    public let catalogue: Catalogue
    /// What is wrong or was assumed, in the order of the file.
    public let findings: [CatalogueFinding]

    /// The greatest file that is read, in bytes.
    public static let largestFile = 1 << 20

    /// Reads a file.
    ///
    /// - Throws: `catalogueUnreadable` when it is no JSON object, too large or too deep, `catalogueVersion` for a version other than 3, 4 or 5.
    public init(_ bytes: [UInt8], named file: String) throws {
        var reader = StoreKitReader(file: file)
        let root = try reader.open(bytes)
        try reader.checkVersion(of: root)
        catalogue = reader.catalogue(root)
        findings = reader.findings
    }

    /// The catalogue, if nothing in the file is wrong.
    ///
    /// - Throws: `catalogueInvalid` with the first error.
    public func whole() throws -> Catalogue {
        guard let first = findings.first(where: { $0.severity == .error }) else { return catalogue }
        throw Failure(.catalogueInvalid, "\(first).", advice: "Correct the file.", kind: .badData)
    }
}

/// Something wrong or doubtful in a catalogue or a price schedule.
public struct CatalogueFinding: Hashable, Sendable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable {
        /// What it is about was left out.
        case error
        /// Something was assumed.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// That which was read, by its name.
    public let file: String
    /// Where in the file: `products[0].displayPrice`.
    public let place: String
    /// What is wrong, without a full stop.
    public let message: String

    /// `focusflow.storekit, products[0].displayPrice: is missing`.
    public var description: String { "\(file), \(place): \(message)" }
}
