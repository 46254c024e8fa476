import Attendance
import Kernel

extension ClassBook {
    /// A book over a store, on the first day of the clock, with identifiers that count.
    static func over(_ store: any Store) -> ClassBook { ClassBook(store: store, ids: .counting(), time: .first) }
}

extension TimeSource {
    /// A clock that stands.
    static let first = TimeSource.fixed(Instant(milliseconds: 0))
}
