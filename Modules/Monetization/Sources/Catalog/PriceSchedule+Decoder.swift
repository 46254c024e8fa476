import Kernel

extension PriceSchedule {
    /// Parses a sidecar file such as `dojang.prices.json`: `product`, `rows` of `from`, `version`,
    /// `price`, `label` and for a sale `through`, and optional `promises`. Prices use the currency
    /// of the catalog.
    ///
    /// - Throws: `catalogueUnreadable`. `catalogueInvalid` for an unknown product, an incomplete
    ///   row, a negative price, and a sale that ends before it begins. `catalogueInvalid` also for
    ///   promises that are no texts, or more than ten.
    package init(_ bytes: [UInt8], named file: String, for catalog: Catalog) throws {
        let root = try CatalogJSON.object(bytes, named: file)
        guard let product = root["product"]?.identifierText.flatMap({ catalog.product(Identifier($0)) }) else {
            throw PriceSchedule.invalid(file, "product", "names no product of the catalogue")
        }
        guard let rows = root["rows"]?.list, (1...1000).contains(rows.count) else {
            throw PriceSchedule.invalid(file, "rows", "must be a list of 1 to 1000 rows")
        }
        let parsedRows = try rows.enumerated().map {
            try Row($1, at: "rows[\($0)]", of: file, currency: product.price.currency)
        }
        guard parsedRows.contains(where: { $0.through == nil }) else {
            throw PriceSchedule.invalid(file, "rows", "there are only sales")
        }
        self.init(
            product: product.id, rows: parsedRows, promises: try PriceSchedule.promises(root["promises"], of: file))
    }

    private static func promises(_ value: JSONValue?, of file: String) throws -> [String] {
        guard let value else { return [] }
        let texts = value.list?.map { $0.shownText(upTo: 200) } ?? [nil]
        guard texts.count <= 10, !texts.contains(nil) else {
            throw invalid(file, "promises", "must be a list of up to ten texts")
        }
        return texts.compactMap { $0 }
    }

    fileprivate static func invalid(_ file: String, _ place: String, _ message: String) -> Failure {
        let finding = CatalogFinding(severity: .error, file: file, place: place, message: message)
        return Failure(.catalogueInvalid, "\(finding).", advice: "Correct the file.", kind: .badData)
    }
}

extension PriceSchedule.Row {
    fileprivate init(_ value: JSONValue, at place: String, of file: String, currency: String) throws {
        func invalid(_ field: String, _ message: String) -> Failure {
            PriceSchedule.invalid(file, "\(place).\(field)", message)
        }
        guard let from = value["from"]?.text.flatMap(Day.init(_:)) else {
            throw invalid("from", "is missing or no day")
        }
        let through = value["through"]?.text.flatMap(Day.init(_:))
        guard (through == nil) == (value["through"] == nil), through.map({ $0 >= from }) ?? true else {
            throw invalid("through", "is not a day, or before the first")
        }
        guard let text = value["price"]?.text, let price = Money(decimal: text, currency: currency) else {
            throw invalid("price", "is missing or no price in \(currency)")
        }
        guard price.minorUnits >= 0, !text.hasPrefix("-") else { throw invalid("price", "is negative") }
        self.init(
            from: from, through: through, version: value["version"]?.shownText(upTo: 20), price: price,
            label: value["label"]?.shownText(upTo: 200) ?? "")
    }
}
