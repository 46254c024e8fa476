import Kernel

/// What makes stores for the contract, and what there is of them besides the one handle.
///
/// A store lies at a place: a name that the contract gives out, one a promise. Whoever opens the same place again gets the same store.
public struct StoreMaker {
    /// What outlives a handle of a store. An engine is asked for what it declares here, and `StoreContract.unasked` names the rest.
    public enum Extent: Int, Comparable, Sendable {
        /// Nothing does: the records are gone with the handle.
        case passing
        /// The store is there when its place is opened again; one handle at a time.
        case lasting
        /// Several handles of one process may have the store open at a time.
        case handles
        /// Several processes may.
        case processes

        /// By what is promised: each is all of those before it.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the stores are good for.
    public let extent: Extent
    let open: (_ place: String) throws -> any Store
    let command: (_ place: String, _ task: String) -> [String]
    var aged: Aging?

    /// Opens a store with a clock, and with up to when other devices have taken in everything.
    public typealias Aging = (
        _ place: String, _ now: @escaping @Sendable () -> Instant, _ peers: @escaping @Sendable () -> HybridTime?
    ) throws -> any Store

    /// The same stores, which can be opened with a clock of their own and let go of old deletions.
    public func aging(_ open: @escaping Aging) -> StoreMaker {
        var copy = self
        copy.aged = open
        return copy
    }

    /// Stores that are gone with their handle, as in memory: nothing durable is asked of them.
    public static func passing(_ make: @escaping () throws -> any Store) -> StoreMaker {
        StoreMaker(extent: .passing, open: { _ in try make() }, command: { _, _ in [] })
    }

    /// Stores that are there when their place is opened again, by one handle after the other.
    public static func lasting(_ open: @escaping (_ place: String) throws -> any Store) -> StoreMaker {
        StoreMaker(extent: .lasting, open: open, command: { _, _ in [] })
    }

    /// Stores that several handles of one process may have open at a time.
    public static func handles(_ open: @escaping (_ place: String) throws -> any Store) -> StoreMaker {
        StoreMaker(extent: .handles, open: open, command: { _, _ in [] })
    }

    /// Stores that several processes may have open at a time.
    ///
    /// - Parameter command: a program and its words, which opens the store of a place and hands it to `StoreContract.attend` with the task.
    public static func processes(
        command: @escaping (_ place: String, _ task: String) -> [String], _ open: @escaping (_ place: String) throws -> any Store
    ) -> StoreMaker {
        StoreMaker(extent: .processes, open: open, command: command)
    }
}

/// One store that is tried, by its place.
struct Site {
    let maker: StoreMaker
    let place: String

    func open() throws -> any Store { try maker.open(place) }
}
