import Kernel
import Monetization
import MonetizationData

/// The catalogues that were compiled into the program, with their price schedules.
public enum BundledCatalogues {
    /// The names of the catalogues, in order: `coin`, `dojang`, `focusflow`, `grain`.
    public static var names: [String] {
        table.map(name).filter { $0.hasSuffix(".storekit") }.map { String($0.dropLast(".storekit".count)) }
    }

    /// What one app sells, with its prices by date.
    ///
    /// - Throws: `catalogueMissing`; `catalogueInvalid` when the file, or its schedule, has an error.
    public static func catalogue(_ app: String) throws -> Catalogue {
        try require(app)
        let file = bytes("\(app).storekit") ?? []
        let catalogue = try StoreKitReading(file, named: "\(app).storekit").whole()
        guard let prices = bytes("\(app).prices.json") else { return catalogue }
        return catalogue.priced(by: [try PriceSchedule(prices, named: "\(app).prices.json", for: catalogue)])
    }

    /// Sees to it that an app sells something, and reads nothing.
    ///
    /// - Throws: `catalogueMissing`.
    static func require(_ app: String) throws {
        guard table.contains(where: { name($0) == "\(app).storekit" }) else {
            throw Failure(.catalogueMissing, "There is no catalogue for “\(app)”.", kind: .missingInput)
        }
    }

    /// Who sells, as `seller.json` says it.
    ///
    /// - Throws: `catalogueMissing`; `catalogueInvalid` when the file has an error.
    public static func seller() throws -> Seller {
        guard let file = bytes("seller.json") else {
            throw Failure(.catalogueMissing, "There is no seller.json.", kind: .missingInput)
        }
        return try Seller(file, named: "seller.json")
    }

    /// The bytes of a bundled file; nil when there is none of that name.
    public static func bytes(_ wanted: String) -> [UInt8]? {
        table.first { name($0) == wanted }.map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.size)) }
    }

    private static var table: UnsafeBufferPointer<catalogue_file> {
        UnsafeBufferPointer(start: catalogue_file_table(), count: catalogue_file_count)
    }

    private static func name(_ file: catalogue_file) -> String { String(cString: file.name) }
}
