import Synchronization

/// A source of identifiers, passed in as a value. `--seed` never affects it, so a replayed session
/// cannot collide with the first.
public struct IDSource: Sendable {
    private let make: @Sendable () -> String

    public init(_ make: @escaping @Sendable () -> String) { self.make = make }

    /// Returns a new identifier.
    public func next<Subject>(_ subject: Subject.Type = Subject.self) -> Identifier<Subject> { Identifier(make()) }

    /// Returns a source of sixteen characters of Crockford's base 32: nine of milliseconds and
    /// seven random ones, short enough to type.
    ///
    /// Each identifier is greater than the previous one, even within a millisecond or when the
    /// clock goes back, so a source never repeats itself. If two sources make their first
    /// identifier in the same millisecond, 35 random bits distinguish them.
    public static func timeOrdered(now: @escaping @Sendable () -> Instant, random: RandomSource) -> IDSource {
        let state = Mutex((generator: random, last: (moment: UInt64, random: UInt64)?.none))
        return IDSource {
            let wallTime = UInt64(min(max(0, now().milliseconds), 0x1FFF_FFFF_FFFF))
            let stamp = state.withLock { state in
                let randomBits = state.generator.next()
                var next = (moment: wallTime, random: randomBits >> 29)
                if let last = state.last, wallTime <= last.moment {
                    next = (last.moment, last.random + 1 + (randomBits >> 52))
                }
                if next.random >> 35 > 0 { next = (next.moment + 1, randomBits >> 29) }
                state.last = next
                return next
            }
            return Base32.text(stamp.moment, count: 9) + Base32.text(stamp.random, count: 7)
        }
    }

    /// Returns a source of `a1`, `a2`, … for tests and transcripts.
    public static func counting(prefix: String = "a") -> IDSource {
        let counter = Mutex(0)
        return IDSource {
            counter.withLock { number in
                number += 1
                return "\(prefix)\(number)"
            }
        }
    }
}

/// A seeded random number generator, passed in as a value: SplitMix64 (Steele, Lea, Flood 2014).
///
/// The same seed gives the same sequence on every machine.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// Returns a sequence seeded by the system's random number generator.
    public static func system() -> RandomSource {
        var generator = SystemRandomNumberGenerator()
        return RandomSource(seed: generator.next())
    }

    /// Returns the next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= IndexedRandom.step
        return IndexedRandom.mixed(state)
    }

    /// Returns the next number in 0..<1.
    package mutating func nextFraction() -> Double { IndexedRandom.fraction(next()) }
}
