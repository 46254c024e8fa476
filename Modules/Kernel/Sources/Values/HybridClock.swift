import Synchronization

/// A reading of a hybrid logical clock (Kulkarni et al. 2014): milliseconds of the wall clock and a counter for what happens within one.
public struct HybridTime: Hashable, Comparable, Sendable {
    /// Milliseconds since the epoch.
    public let milliseconds: Int64
    /// Orders what happened in the same millisecond; 0…999,999.
    public let counter: Int

    /// The greatest counter; what comes after it belongs to the next millisecond.
    private static let lastCounter = 999_999

    /// A time as it was read back; new ones come from a clock.
    public init(milliseconds: Int64, counter: Int) { (self.milliseconds, self.counter) = (milliseconds, counter) }

    /// Before everything.
    public static let zero = HybridTime(milliseconds: 0, counter: 0)

    /// The least time behind this one.
    var next: HybridTime {
        counter < HybridTime.lastCounter
            ? HybridTime(milliseconds: milliseconds, counter: counter + 1)
            : HybridTime(milliseconds: milliseconds.addingSaturated(1), counter: 0)
    }

    /// By milliseconds, then by counter.
    public static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.counter) < (right.milliseconds, right.counter)
    }
}

extension HybridTime: LosslessStringConvertible, Codable {
    /// Reads `1763661909120-0` as `description` writes it; nil for anything else, and for a time beyond the year 9999: a clock that
    /// believed it could go no further.
    public init?(_ description: String) {
        let parts = description.split(separator: "-")
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let counter = Int(parts[1]),
            (0...Instant.latest.milliseconds).contains(milliseconds), (0...HybridTime.lastCounter).contains(counter)
        else { return nil }
        self.init(milliseconds: milliseconds, counter: counter)
        guard self.description == description else { return nil }
    }

    /// `1763661909120-0`.
    public var description: String { "\(milliseconds)-\(counter)" }

    /// Reads the text form.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "a hybrid time") }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// A clock that never goes back, even when the wall clock does, and that has seen everything it was told of.
public final class HybridClock: Sendable {
    private let latest: Mutex<HybridTime>
    private let now: @Sendable () -> Instant

    /// A clock over a wall clock, no earlier than what it had reached before.
    public init(startingAt reached: HybridTime = .zero, now: @escaping @Sendable () -> Instant) {
        latest = Mutex(reached)
        self.now = now
    }

    /// The next reading, greater than every reading given or received before.
    public func tick() -> HybridTime {
        let wall = now().milliseconds
        return latest.withLock { last in
            last = wall > last.milliseconds ? HybridTime(milliseconds: wall, counter: 0) : last.next
            return last
        }
    }

    /// Takes notice of a reading made elsewhere; the next `tick` is greater.
    public func receive(_ time: HybridTime) { latest.withLock { $0 = max($0, time) } }
}
