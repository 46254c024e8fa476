import Kernel

/// Everything that one app sells.
public struct Catalogue: Hashable, Sendable {
    /// The identifier of the file that it was read from.
    public let identifier: String
    /// What is sold, in the order of the file: what is paid once, then subscriptions.
    public let products: [Product]
    /// Prices by date, for the products that have them.
    public let schedules: [Identifier<Product>: PriceSchedule]
    /// How a sandbox over this catalogue behaves.
    public let settings: SandboxSettings

    /// What a file, or a test, names. Of two schedules for one product the last counts.
    public init(
        identifier: String = "", products: [Product], schedules: [PriceSchedule] = [],
        settings: SandboxSettings = SandboxSettings()
    ) {
        self.identifier = identifier
        self.products = products
        self.schedules = Dictionary(schedules.map { ($0.product, $0) }) { $1 }
        self.settings = settings
    }

    /// The product with this identifier, or nil.
    public func product(_ id: Identifier<Product>) -> Product? { products.first { $0.id == id } }

    /// The product with this identifier.
    ///
    /// - Throws: `unknownProduct`.
    public func existing(_ id: Identifier<Product>) throws -> Product {
        guard let product = product(id) else {
            throw Failure(
                .unknownProduct, "There is no product “\(id)”.", advice: "`plan catalogue` lists all products.", kind: .usage)
        }
        return product
    }

    /// What a product costs on a day.
    ///
    /// - Throws: `notOnSale` before the first row of its schedule.
    public func tag(of product: Product, on day: Day) throws -> PriceTag {
        guard let schedule = schedules[product.id] else { return PriceTag(price: product.price) }
        guard let tag = schedule.tag(on: day) else {
            let first = schedule.rows.first.map { " It will be from \($0.from)." } ?? ""
            throw Failure(.notOnSale, "\(product.name) is not on sale on \(day).\(first)")
        }
        return tag
    }

    /// The same with prices by date.
    public func priced(by schedules: [PriceSchedule]) -> Catalogue {
        Catalogue(
            identifier: identifier, products: products, schedules: Array(self.schedules.values) + schedules, settings: settings)
    }
}
