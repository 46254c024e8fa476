import Attendance
import Kernel

extension ClassBook {
    /// Returns a class book over a store, with a fixed clock and counting identifiers.
    static func over(_ store: any Store) -> ClassBook { ClassBook(store: store, ids: .counting(), time: .first) }
}

extension TimeSource {
    /// A clock fixed at the epoch, 1970-01-01.
    static let first = TimeSource.fixed(Instant(milliseconds: 0))
}
