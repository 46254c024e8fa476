import Synchronization

/// Where identifiers come from. Passed in; `--seed` never touches it, so a replayed session cannot collide with the first.
public struct IDSource: Sendable {
    private let make: @Sendable () -> String

    /// A source that asks a function for each identifier.
    public init(_ make: @escaping @Sendable () -> String) { self.make = make }

    /// A new identifier.
    public func next<Subject>(_ subject: Subject.Type = Subject.self) -> Identifier<Subject> { Identifier(make()) }

    /// Sixteen characters of Crockford's base 32: nine of milliseconds and seven of chance, short enough to type.
    ///
    /// Each is greater than the one before, even within a millisecond or when the clock goes back, so one source never repeats itself.
    /// Two sources that make their first identifier in the same millisecond have 35 bits of chance between them.
    public static func timeOrdered(now: @escaping @Sendable () -> Instant, random: RandomSource) -> IDSource {
        let state = Mutex((random: random, last: (moment: UInt64, chance: UInt64)?.none))
        return IDSource {
            let wall = UInt64(min(max(0, now().milliseconds), 0x1FFF_FFFF_FFFF))
            let made = state.withLock { state in
                let drawn = state.random.next()
                var next = (moment: wall, chance: drawn >> 29)
                if let last = state.last, wall <= last.moment { next = (last.moment, last.chance + 1 + (drawn >> 52)) }
                if next.chance >> 35 > 0 { next = (next.moment + 1, drawn >> 29) }
                state.last = next
                return next
            }
            return base32(made.moment, digits: 9) + base32(made.chance, digits: 7)
        }
    }

    /// `a1`, `a2`, …: for tests and transcripts.
    public static func counting(prefix: String = "a") -> IDSource {
        let made = Mutex(0)
        return IDSource {
            made.withLock { number in
                number += 1
                return "\(prefix)\(number)"
            }
        }
    }

    private static func base32(_ value: UInt64, digits: Int) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<digits).reversed().map { alphabet[Int(value >> UInt64($0 * 5) & 31)] })
    }
}

/// Chance, passed in as a value: SplitMix64 (Steele, Lea, Flood 2014). The same seed gives the same sequence on every machine.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A sequence that the seed decides.
    public init(seed: UInt64) { state = seed }

    /// A sequence that the machine's own randomness decides.
    public static func system() -> RandomSource {
        var generator = SystemRandomNumberGenerator()
        return RandomSource(seed: generator.next())
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
