import Kernel

/// How many bytes tombstones take in a log, by the day of their stamps: what a rewriting would let go is known without a look at any of them.
struct Tombstones: Equatable {
    static let day: Int64 = 86_400_000

    /// Days since 1970, and the bytes of each.
    private(set) var days: [Int: Int] = [:]

    init() {}

    init(_ days: [(day: Int, weight: Int)]) { for (day, weight) in days { self.days[day, default: 0] += weight } }

    mutating func add(_ weight: Int, at milliseconds: Int64) {
        let day = Tombstones.day(of: milliseconds)
        let sum = days[day, default: 0] + weight
        days[day] = sum == 0 ? nil : sum
    }

    mutating func add(_ other: Tombstones) { for (day, weight) in other.days { days[day, default: 0] += weight } }

    /// The bytes of those of whole days before a moment.
    func weight(before milliseconds: Int64) -> Int {
        let day = Tombstones.day(of: milliseconds)
        return days.reduce(0) { $1.key < day ? $0 + $1.value : $0 }
    }

    private static func day(of milliseconds: Int64) -> Int { Int(max(0, milliseconds) / day) }
}
