import Kernel
import Monetization
import MonetizationData

/// The catalogs compiled into the program, with their price schedules.
package enum BundledCatalogs {
    /// The names of the catalogs in order: `coin`, `dojang`, `focusflow`, `grain`.
    package static var names: [String] {
        table.map(name).filter { $0.hasSuffix(".storekit") }.map { String($0.dropLast(".storekit".count)) }
    }

    /// Returns the products of one app, with prices by date.
    ///
    /// - Throws: `catalogueMissing`; `catalogueInvalid` if the file or its schedule has an error.
    package static func catalog(_ app: String) throws -> Catalog {
        try require(app)
        let file = bytes("\(app).storekit") ?? []
        let catalog = try StoreKitCatalog(file, named: "\(app).storekit").requireValid()
        guard let prices = bytes("\(app).prices.json") else { return catalog }
        return catalog.priced(by: [try PriceSchedule(prices, named: "\(app).prices.json", for: catalog)])
    }

    /// Checks that an app has a catalog, without reading it.
    ///
    /// - Throws: `catalogueMissing`.
    static func require(_ app: String) throws {
        guard table.contains(where: { name($0) == "\(app).storekit" }) else {
            throw Failure(.catalogueMissing, "There is no catalogue for “\(app)”.", kind: .missingInput)
        }
    }

    /// Returns the seller that `seller.json` names.
    ///
    /// - Throws: `catalogueMissing`; `catalogueInvalid` if the file has an error.
    package static func seller() throws -> Seller {
        guard let file = bytes("seller.json") else {
            throw Failure(.catalogueMissing, "There is no seller.json.", kind: .missingInput)
        }
        return try Seller(file, named: "seller.json")
    }

    /// Returns the bytes of a bundled file, or nil if there is none of that name.
    package static func bytes(_ fileName: String) -> [UInt8]? {
        table.first { name($0) == fileName }.map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.size)) }
    }

    private static var table: UnsafeBufferPointer<catalogue_file> {
        UnsafeBufferPointer(start: catalogue_file_table(), count: catalogue_file_count)
    }

    private static func name(_ file: catalogue_file) -> String { String(cString: file.name) }
}
