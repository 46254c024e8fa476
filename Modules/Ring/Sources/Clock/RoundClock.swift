import Kernel

/// A round timer as a value that only time stamps move.
///
/// A phase's time is the sum of the stretches in which it ran: those that are closed are banked, the open one runs since `since`. Whoever
/// brings an event brings the moment too, so a clock survives the end of its process, and reading it twice at one moment gives one answer.
public struct RoundClock: Hashable, Sendable {
    /// What the present time is for.
    public enum Phase: Hashable, Sendable {
        /// Getting ready for the first round.
        case prepare
        /// A round, from 1.
        case round(Int)
        /// The rest behind a round.
        case rest(after: Int)
        /// All rounds are over.
        case over
    }

    /// What a clock tells, and when it was due.
    public struct Bell: Hashable, Sendable {
        /// What is told.
        public enum Kind: Hashable, Sendable {
            /// Blows may count from now on.
            case roundBegins(Int)
            /// A round is about to end: in so many seconds.
            case roundEndsSoon(Int, seconds: Int)
            /// A round is over.
            case roundEnds(Int)
        }

        /// What is told.
        public let kind: Kind
        /// When it was due.
        public let at: Instant
    }

    /// How long everything is.
    public let plan: RoundPlan
    /// What the present time is for.
    public private(set) var phase: Phase
    /// Whether time is counted.
    public private(set) var isRunning: Bool

    private var banked = 0
    private var since: Instant
    /// The last moment that the clock has heard of.
    public private(set) var lastSeen: Instant
    private var hasWarned = false

    /// A clock that begins now.
    public init(_ plan: RoundPlan, at now: Instant) {
        (self.plan, since, lastSeen, isRunning) = (plan, now, now, true)
        phase = plan.prepare > 0 ? .prepare : .round(1)
    }

    // MARK: - Reading

    /// Milliseconds for which the present phase has run. Never negative, never more than its length, never less than it was.
    public func elapsed(at now: Instant) -> Int {
        let open = isRunning ? max(0, max(now, lastSeen).milliseconds - since.milliseconds) : 0
        let total = banked + Int(open)
        return min(total, length ?? total)
    }

    /// Milliseconds until the present phase ends; nil when only a person ends it.
    public func remaining(at now: Instant) -> Int? { length.map { $0 - elapsed(at: now) } }

    /// Milliseconds that the present phase takes; nil when only a person ends it.
    public var length: Int? {
        switch phase {
        case .prepare: plan.prepare * 1000
        case .round: plan.length.map { $0 * 1000 }
        case .rest: plan.rest * 1000
        case .over: 0
        }
    }

    // MARK: - Time

    /// Brings the clock up to a moment: what was due ends when it was due, whoever looks later. Doing it again changes nothing.
    ///
    /// A clock that was set back opens a new stretch: what was counted stays, nothing is counted twice.
    ///
    /// - Returns: what is to be told, oldest first.
    @discardableResult
    public mutating func advance(to now: Instant) -> [Bell] {
        if now < lastSeen { rebase(to: now) }
        lastSeen = max(lastSeen, now)
        var bells: [Bell] = []
        while isRunning, let end = due {
            warn(before: end, by: now, &bells)
            guard end <= now else { break }
            leave(at: end, &bells)
        }
        return bells
    }

    /// Stops counting at a moment.
    ///
    /// - Throws: `notRunning`.
    public mutating func hold(at now: Instant) throws -> [Bell] {
        let bells = advance(to: now)
        guard isRunning else { throw Failure(.notRunning, "The clock is not running.", advice: "Start it with space.") }
        bank(until: now)
        return bells
    }

    /// Counts again from a moment on.
    ///
    /// - Throws: `alreadyRunning`, `roundsOver`.
    public mutating func resume(at now: Instant) throws {
        advance(to: now)
        guard phase != .over else { throw RoundClock.roundsOver }
        guard !isRunning else { throw Failure(.alreadyRunning, "The clock is already running.", advice: "Stop it with space.") }
        (isRunning, since) = (true, max(now, lastSeen))
    }

    /// Ends the present phase now. What follows runs, even if the clock was held.
    ///
    /// - Throws: `roundsOver`.
    public mutating func skip(at now: Instant) throws -> [Bell] {
        var bells = advance(to: now)
        guard phase != .over else { throw RoundClock.roundsOver }
        isRunning = true
        leave(at: max(now, lastSeen), &bells)
        return bells + advance(to: max(now, lastSeen))
    }

    private static let roundsOver = Failure(.roundsOver, "All rounds are over.")

    // MARK: - From phase to phase

    private var due: Instant? { length.map { Instant(milliseconds: since.milliseconds + Int64($0 - banked)) } }

    private mutating func warn(before end: Instant, by now: Instant, _ bells: inout [Bell]) {
        guard case .round(let number) = phase, plan.warning > 0, !hasWarned else { return }
        let moment = end.adding(seconds: -Double(plan.warning))
        guard moment <= now else { return }
        hasWarned = true
        bells.append(Bell(kind: .roundEndsSoon(number, seconds: plan.warning), at: max(moment, since)))
    }

    private mutating func leave(at end: Instant, _ bells: inout [Bell]) {
        (banked, since, hasWarned) = (0, end, false)
        switch phase {
        case .round(let number):
            bells.append(Bell(kind: .roundEnds(number), at: end))
            if number == plan.rounds {
                (phase, isRunning) = (.over, false)
            } else if plan.rest > 0 {
                phase = .rest(after: number)
            } else {
                begin(number + 1, at: end, &bells)
            }
        case .prepare: begin(1, at: end, &bells)
        case .rest(let number): begin(number + 1, at: end, &bells)
        case .over: break
        }
    }

    private mutating func begin(_ number: Int, at moment: Instant, _ bells: inout [Bell]) {
        phase = .round(number)
        bells.append(Bell(kind: .roundBegins(number), at: moment))
    }

    private mutating func bank(until end: Instant) {
        banked = elapsed(at: end)
        (since, isRunning) = (max(end, lastSeen), false)
    }

    /// The wall clock went back: the open stretch ends where it was last seen, and a new one begins.
    private mutating func rebase(to now: Instant) {
        banked = elapsed(at: lastSeen)
        (since, lastSeen) = (now, now)
    }
}
