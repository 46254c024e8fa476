import Kernel

/// The bytes that tombstones occupy in a log, by the day of their stamps.
///
/// The savings of a rewrite are known without reading the tombstones.
struct Tombstones: Equatable {
    static let day: Int64 = 86_400_000

    /// The bytes by days since 1970.
    private(set) var days: [Int: Int] = [:]

    init() {}

    init(_ days: [(day: Int, weight: Int)]) { for (day, weight) in days { self.days[day, default: 0] += weight } }

    mutating func add(_ weight: Int, at milliseconds: Int64) {
        let day = Tombstones.day(of: milliseconds)
        let total = days[day, default: 0] + weight
        days[day] = total == 0 ? nil : total
    }

    mutating func add(_ other: Tombstones) { for (day, weight) in other.days { days[day, default: 0] += weight } }

    /// Returns the bytes of all whole days before a time.
    func weight(before milliseconds: Int64) -> Int {
        let day = Tombstones.day(of: milliseconds)
        return days.reduce(0) { $1.key < day ? $0 + $1.value : $0 }
    }

    private static func day(of milliseconds: Int64) -> Int { Int(max(0, milliseconds) / day) }
}
