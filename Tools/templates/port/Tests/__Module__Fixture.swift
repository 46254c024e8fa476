import Kernel
import __Module__

extension __Module__List {
    /// Returns a list over a store, with counting identifiers and a fixed clock.
    static func over(_ store: any Store) -> __Module__List {
        __Module__List(repository: Stored__Module__Repository(store), ids: .counting(), time: .fixed(Instant(milliseconds: 0)))
    }
}
