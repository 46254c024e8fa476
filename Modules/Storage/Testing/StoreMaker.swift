import Kernel

/// A maker of stores for the contract, with the extent that they support.
///
/// Each store is at a place, a name that the contract assigns to one promise. Opening the same
/// place again opens the same store.
public struct StoreMaker {
    /// The lifetime of a store beyond one handle.
    ///
    /// An engine is tested for the extent that it declares. `StoreContract.untested` names the
    /// remaining promises.
    public enum Extent: Int, Comparable, Sendable {
        /// The records end with the handle.
        case passing
        /// The store exists when its place is opened again, with one handle at a time.
        case lasting
        /// Several handles of one process may open the store at once.
        case handles
        case processes

        /// Returns whether one extent promises less. Each includes all previous ones.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    public let extent: Extent
    let open: (_ place: String) throws -> any Store
    let command: (_ place: String, _ task: String) -> [String]
    var aged: Aging?

    /// A function that opens a store with a clock and the time up to which other devices have
    /// received everything.
    public typealias Aging = (
        _ place: String, _ now: @escaping @Sendable () -> Instant, _ peers: @escaping @Sendable () -> HybridTime?
    ) throws -> any Store

    /// Returns the same maker for stores with a replaceable clock that drop old tombstones.
    public func aging(_ open: @escaping Aging) -> StoreMaker {
        var copy = self
        copy.aged = open
        return copy
    }

    /// Returns a maker of stores that end with their handle, such as stores in memory.
    public static func passing(_ make: @escaping () throws -> any Store) -> StoreMaker {
        StoreMaker(extent: .passing, open: { _ in try make() }, command: { _, _ in [] })
    }

    /// Returns a maker of stores that persist at their place, with one handle at a time.
    public static func lasting(_ open: @escaping (_ place: String) throws -> any Store) -> StoreMaker {
        StoreMaker(extent: .lasting, open: open, command: { _, _ in [] })
    }

    /// Returns a maker of stores that several handles of one process may open at once.
    public static func handles(_ open: @escaping (_ place: String) throws -> any Store) -> StoreMaker {
        StoreMaker(extent: .handles, open: open, command: { _, _ in [] })
    }

    /// Returns a maker of stores that several processes may open at once.
    ///
    /// - Parameter command: returns a program and its arguments. The program opens the store of the
    ///   place and passes it to `StoreContract.perform` with the task.
    public static func processes(
        command: @escaping (_ place: String, _ task: String) -> [String],
        _ open: @escaping (_ place: String) throws -> any Store
    ) -> StoreMaker {
        StoreMaker(extent: .processes, open: open, command: command)
    }
}

/// A tested store with its place.
struct Site {
    let maker: StoreMaker
    let place: String

    func open() throws -> any Store { try maker.open(place) }
}
