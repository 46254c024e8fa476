import Kernel

/// A round timer as a value, advanced only by time stamps.
///
/// The time of a phase is the sum of its running stretches. Closed stretches are added to `banked`,
/// and the open one runs since `since`. The caller passes the time with each event, so a clock
/// survives the end of its process. Two readings at one time give the same result.
package struct RoundClock: Hashable, Sendable {
    /// The purpose of the current time span.
    package enum Phase: Hashable, Sendable {
        /// The time to get ready before the first round.
        case prepare
        /// A round, numbered from 1.
        case round(Int)
        /// The rest after the round with this number.
        case rest(after: Int)
        /// The last round has ended.
        case over
    }

    /// An announcement of the clock, with the time at which it was due.
    package struct Bell: Hashable, Sendable {
        /// The kind of announcement.
        package enum Kind: Hashable, Sendable {
            case roundBegins(Int)
            /// A round ends in this number of seconds.
            case roundEndsSoon(Int, seconds: Int)
            case roundEnds(Int)
        }

        package let kind: Kind
        package let at: Instant
    }

    package let plan: RoundPlan
    package private(set) var phase: Phase
    package private(set) var isRunning: Bool

    /// The milliseconds in closed stretches of the phase.
    private var closedMilliseconds = 0
    /// The start of the open stretch.
    private var stretchStart: Instant
    /// The latest time passed to the clock.
    package private(set) var lastSeen: Instant
    /// Whether the warning before the end of this round has been given.
    private var hasWarned = false

    package init(_ plan: RoundPlan, at now: Instant) {
        self.plan = plan
        stretchStart = now
        lastSeen = now
        isRunning = true
        phase = plan.prepare > 0 ? .prepare : .round(1)
    }

    // MARK: - Reading

    /// Returns the milliseconds for which the phase has run. The value is between 0 and the length
    /// of the phase, and it never decreases.
    package func elapsed(at now: Instant) -> Int {
        let openMilliseconds = isRunning ? max(0, max(now, lastSeen).milliseconds - stretchStart.milliseconds) : 0
        let total = closedMilliseconds + Int(openMilliseconds)
        return min(total, length ?? total)
    }

    /// Returns the milliseconds until the phase ends, or nil if only a person ends it.
    package func remaining(at now: Instant) -> Int? { length.map { $0 - elapsed(at: now) } }

    /// The length of the phase in milliseconds, or nil if only a person ends it.
    package var length: Int? {
        switch phase {
        case .prepare: plan.prepare * 1000
        case .round: plan.length.map { $0 * 1000 }
        case .rest: plan.rest * 1000
        case .over: 0
        }
    }

    // MARK: - Time

    /// Advances the clock to a time. Phases end when they were due, even if the call comes later. A
    /// repeated call has no effect.
    ///
    /// If the wall clock was set back, a new stretch begins. Counted time is kept, and no time is
    /// counted twice.
    ///
    /// - Returns: The due announcements, oldest first.
    @discardableResult
    package mutating func advance(to now: Instant) -> [Bell] {
        if now < lastSeen { rebase(to: now) }
        lastSeen = max(lastSeen, now)
        var bells: [Bell] = []
        while isRunning, let end = phaseEnd {
            warn(before: end, by: now, &bells)
            guard end <= now else { break }
            endPhase(at: end, &bells)
        }
        return bells
    }

    /// Stops the clock at a time.
    ///
    /// - Throws: `notRunning`.
    package mutating func pause(at now: Instant) throws -> [Bell] {
        let bells = advance(to: now)
        guard isRunning else { throw Failure(.notRunning, "The clock is not running.", advice: "Start it with space.") }
        closeStretch(until: now)
        return bells
    }

    /// Resumes the clock at a time.
    ///
    /// - Throws: `alreadyRunning`, `roundsOver`.
    package mutating func resume(at now: Instant) throws {
        advance(to: now)
        guard phase != .over else { throw RoundClock.roundsOver }
        guard !isRunning else {
            throw Failure(.alreadyRunning, "The clock is already running.", advice: "Stop it with space.")
        }
        isRunning = true
        stretchStart = max(now, lastSeen)
    }

    /// Ends the current phase now. The next phase runs, even if the clock was held.
    ///
    /// - Throws: `roundsOver`.
    package mutating func skip(at now: Instant) throws -> [Bell] {
        var bells = advance(to: now)
        guard phase != .over else { throw RoundClock.roundsOver }
        isRunning = true
        endPhase(at: max(now, lastSeen), &bells)
        return bells + advance(to: max(now, lastSeen))
    }

    private static let roundsOver = Failure(.roundsOver, "All rounds are over.")

    // MARK: - Changes of phase

    /// The time at which the running phase ends, or nil if only a person ends it.
    private var phaseEnd: Instant? {
        length.map { Instant(milliseconds: stretchStart.milliseconds + Int64($0 - closedMilliseconds)) }
    }

    /// Adds the warning before the end of a round once it is due.
    private mutating func warn(before end: Instant, by now: Instant, _ bells: inout [Bell]) {
        guard case .round(let number) = phase, plan.warning > 0, !hasWarned else { return }
        let moment = end.adding(seconds: -Double(plan.warning))
        guard moment <= now else { return }
        hasWarned = true
        bells.append(Bell(kind: .roundEndsSoon(number, seconds: plan.warning), at: max(moment, stretchStart)))
    }

    /// Begins the phase that follows the current one, and adds the bells for both.
    private mutating func endPhase(at end: Instant, _ bells: inout [Bell]) {
        closedMilliseconds = 0
        stretchStart = end
        hasWarned = false
        switch phase {
        case .round(let number):
            bells.append(Bell(kind: .roundEnds(number), at: end))
            if number == plan.rounds {
                phase = .over
                isRunning = false
            } else if plan.rest > 0 {
                phase = .rest(after: number)
            } else {
                beginRound(number + 1, at: end, &bells)
            }
        case .prepare: beginRound(1, at: end, &bells)
        case .rest(let number): beginRound(number + 1, at: end, &bells)
        case .over: break
        }
    }

    /// Begins a round, and adds its bell.
    private mutating func beginRound(_ number: Int, at moment: Instant, _ bells: inout [Bell]) {
        phase = .round(number)
        bells.append(Bell(kind: .roundBegins(number), at: moment))
    }

    /// Closes the open stretch.
    private mutating func closeStretch(until end: Instant) {
        closedMilliseconds = elapsed(at: end)
        stretchStart = max(end, lastSeen)
        isRunning = false
    }

    /// Handles a wall clock that was set back: closes the open stretch at the last seen time and
    /// begins a new one.
    private mutating func rebase(to now: Instant) {
        closedMilliseconds = elapsed(at: lastSeen)
        stretchStart = now
        lastSeen = now
    }
}
