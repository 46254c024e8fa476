/// A reading of a hybrid logical clock (Kulkarni et al. 2014): milliseconds of the wall clock and a
/// counter within one millisecond.
public struct HybridTime: Hashable, Comparable, Sendable {
    /// Milliseconds since the epoch.
    public let milliseconds: Int64
    /// The order within the same millisecond: 0…999,999.
    public let counter: Int

    /// The greatest counter. The next reading after it belongs to the next millisecond.
    private static let lastCounter = 999_999

    public init(milliseconds: Int64, counter: Int) {
        self.milliseconds = milliseconds
        self.counter = counter
    }

    public static let zero = HybridTime(milliseconds: 0, counter: 0)

    /// The next greater time.
    package var next: HybridTime {
        counter < HybridTime.lastCounter
            ? HybridTime(milliseconds: milliseconds, counter: counter + 1)
            : HybridTime(milliseconds: milliseconds.addingSaturated(1), counter: 0)
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.counter) < (right.milliseconds, right.counter)
    }
}

extension HybridTime: LosslessStringConvertible, Codable {
    /// Reads `1763661909120-0` as `description` writes it. The result is nil for anything else and
    /// for a time beyond the year 9999.
    ///
    /// A clock that accepted such a time could not advance.
    public init?(_ description: String) {
        let parts = description.split(separator: "-")
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let counter = Int(parts[1]),
            (0...Instant.latest.milliseconds).contains(milliseconds), (0...HybridTime.lastCounter).contains(counter)
        else { return nil }
        self.init(milliseconds: milliseconds, counter: counter)
        guard self.description == description else { return nil }
    }

    /// The reading as `1763661909120-0`.
    public var description: String { "\(milliseconds)-\(counter)" }

    public init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "a hybrid time") }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
