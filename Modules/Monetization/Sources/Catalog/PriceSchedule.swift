import Kernel

/// The prices of a product by date. A sale is a row with an end.
package struct PriceSchedule: Hashable, Sendable {
    /// One price with its dates.
    package struct Row: Hashable, Sendable {
        package let from: Day
        /// The last day of a sale, or nil for a price that is valid until the next row.
        package let through: Day?
        /// The version of the app that introduced the price. It is nil in a sale, which keeps the
        /// version of the day.
        package let version: String?
        package let price: Money
        package let label: String
    }

    package let product: Identifier<Product>
    /// The rows by their first day. Of two rows with one first day, the later one wins.
    package let rows: [Row]
    /// The seller's promises with the price, one sentence each. They bind the shop: a receipt keeps
    /// its price for ever.
    package let promises: [String]

    init(product: Identifier<Product>, rows: [Row], promises: [String] = []) {
        self.product = product
        self.promises = promises
        self.rows = rows.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(
            \.element)
    }

    /// Returns the price on a day, or nil before the first row. The sale that started last wins
    /// over the regular price.
    package func tag(on day: Day) -> PriceTag? {
        let started = rows.filter { $0.from <= day }
        guard let regularRow = started.last(where: { $0.through == nil }) else { return nil }
        let sale = started.last { row in row.through.map { day <= $0 } ?? false }
        let row = sale ?? regularRow
        return PriceTag(
            price: row.price, version: row.version ?? regularRow.version, label: row.label,
            regular: sale == nil ? nil : regularRow.price, through: row.through)
    }
}

/// The price of a product today, with its reason. A purchase keeps a copy for ever.
package struct PriceTag: Codable, Hashable, Sendable {
    package let price: Money
    package let version: String?
    /// The reason for the price as the shop shows it, which may be empty.
    package let label: String
    /// The regular price during a sale, or nil without one.
    package let regular: Money?
    package let through: Day?

    package init(price: Money, version: String? = nil, label: String = "", regular: Money? = nil, through: Day? = nil) {
        self.price = price
        self.version = version
        self.label = label
        self.regular = regular
        self.through = through
    }
}
