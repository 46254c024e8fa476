import Kernel

/// What a product costs when: dated rows, of which the date alone decides. A sale is a row that ends.
public struct PriceSchedule: Hashable, Sendable {
    /// One row.
    public struct Row: Hashable, Sendable {
        /// The first day of the price.
        public let from: Day
        /// The last day of a sale; nil for a price that stands until the next row.
        public let through: Day?
        /// The version of the app that the price came with; nil in a sale, which keeps that of the day.
        public let version: String?
        /// What is paid.
        public let price: Money
        /// Why, as the shop says it.
        public let label: String
    }

    /// What its rows are the prices of.
    public let product: Identifier<Product>
    /// The rows by their first day; of two with one first day the later given wins.
    public let rows: [Row]
    /// What the seller promises with the price, a sentence each. They bind the shop: a receipt keeps its price for ever.
    public let promises: [String]

    init(product: Identifier<Product>, rows: [Row], promises: [String] = []) {
        (self.product, self.promises) = (product, promises)
        self.rows = rows.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element)
    }

    /// What the product costs on a day; nil before the first row. The sale that began last wins over the price beneath it.
    public func tag(on day: Day) -> PriceTag? {
        let begun = rows.filter { $0.from <= day }
        guard let standing = begun.last(where: { $0.through == nil }) else { return nil }
        let sale = begun.last { row in row.through.map { day <= $0 } ?? false }
        let row = sale ?? standing
        return PriceTag(
            price: row.price, version: row.version ?? standing.version, label: row.label,
            regular: sale == nil ? nil : standing.price,
            through: row.through)
    }
}

/// What a product costs today, and why. A purchase keeps a copy for ever.
public struct PriceTag: Codable, Hashable, Sendable {
    /// What is paid.
    public let price: Money
    /// The version of the app that the price belongs to.
    public let version: String?
    /// Why, as the shop says it; empty when there is nothing to say.
    public let label: String
    /// In a sale, the price that it stands in for.
    public let regular: Money?
    /// In a sale, its last day.
    public let through: Day?

    /// A price, with what the shop says of it.
    public init(price: Money, version: String? = nil, label: String = "", regular: Money? = nil, through: Day? = nil) {
        (self.price, self.version, self.label) = (price, version, label)
        (self.regular, self.through) = (regular, through)
    }
}
