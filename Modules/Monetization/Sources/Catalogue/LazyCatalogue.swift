import Synchronization

/// A catalogue that is read when somebody first asks what it holds, and then remembered: a start that sells nothing reads no file.
final class LazyCatalogue: Sendable {
    private let make: @Sendable () throws -> Catalogue
    private let made = Mutex<Catalogue?>(nil)

    init(_ make: @escaping @Sendable () throws -> Catalogue) { self.make = make }

    func value() throws -> Catalogue {
        try made.withLock { made in
            let value = try made ?? make()
            made = value
            return value
        }
    }
}
