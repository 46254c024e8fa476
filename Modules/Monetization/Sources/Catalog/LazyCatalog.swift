import Synchronization

/// A catalog that is read on first use and cached, so that a start without a sale reads no file.
final class LazyCatalog: Sendable {
    private let make: @Sendable () throws -> Catalog
    private let cachedCatalog = Mutex<Catalog?>(nil)

    init(_ make: @escaping @Sendable () throws -> Catalog) { self.make = make }

    func value() throws -> Catalog {
        try cachedCatalog.withLock { cachedCatalog in
            let value = try cachedCatalog ?? make()
            cachedCatalog = value
            return value
        }
    }
}
