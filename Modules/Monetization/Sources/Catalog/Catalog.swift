import Kernel

/// All products of one app.
package struct Catalog: Hashable, Sendable {
    package let identifier: String
    /// The products in the order of the file: one-time purchases, then subscriptions.
    package let products: [Product]
    package let schedules: [Identifier<Product>: PriceSchedule]
    package let settings: SandboxSettings

    /// Creates a catalog from a file or a test. Of two schedules for one product, the last one
    /// counts.
    package init(
        identifier: String = "", products: [Product], schedules: [PriceSchedule] = [],
        settings: SandboxSettings = SandboxSettings()
    ) {
        self.identifier = identifier
        self.products = products
        self.schedules = Dictionary(schedules.map { ($0.product, $0) }) { $1 }
        self.settings = settings
    }

    /// Returns the product with this identifier, or nil.
    package func product(_ id: Identifier<Product>) -> Product? { products.first { $0.id == id } }

    /// Returns the product with this identifier.
    ///
    /// - Throws: `unknownProduct`.
    package func existing(_ id: Identifier<Product>) throws -> Product {
        guard let product = product(id) else {
            throw Failure(
                .unknownProduct, "There is no product “\(id)”.", advice: "`plan catalogue` lists all products.",
                kind: .usage)
        }
        return product
    }

    /// Returns the price of a product on a day.
    ///
    /// - Throws: `notOnSale` before the first row of its schedule.
    package func tag(of product: Product, on day: Day) throws -> PriceTag {
        guard let schedule = schedules[product.id] else { return PriceTag(price: product.price) }
        guard let tag = schedule.tag(on: day) else {
            let first = schedule.rows.first.map { " It will be from \($0.from)." } ?? ""
            throw Failure(.notOnSale, "\(product.name) is not on sale on \(day).\(first)")
        }
        return tag
    }

    /// Returns the catalog with prices by date.
    package func priced(by schedules: [PriceSchedule]) -> Catalog {
        Catalog(
            identifier: identifier, products: products, schedules: Array(self.schedules.values) + schedules,
            settings: settings)
    }
}
