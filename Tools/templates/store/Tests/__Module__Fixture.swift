import Kernel
import __Module__

extension __Module__List {
    /// A list over a store, with identifiers that count and a clock that stands.
    static func over(_ store: any Store) -> __Module__List {
        __Module__List(store: store, ids: .counting(), time: .fixed(Instant(milliseconds: 0)))
    }
}
