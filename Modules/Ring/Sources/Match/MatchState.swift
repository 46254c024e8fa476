import Kernel

/// The state of a match, computed from its events alone. Replaying the events always gives the same
/// state.
package struct MatchState: Hashable, Sendable {
    /// A section of a match.
    package enum Period: String, Codable, CaseIterable, Sendable {
        /// The rounds of the plan.
        case regular
        /// The extra round after a draw.
        case extra
        /// The sudden-death round, which the first point ends.
        case firstPoint
    }

    /// The outcome by the rules so far.
    package enum Outcome: Hashable, Sendable {
        /// Still undecided.
        case open
        /// Decided, unless a mark is corrected before the match is closed.
        case decided(Verdict)
        /// The period ended in a draw, and this period decides.
        case drawn(next: Period)
    }

    package let rules: RuleSet
    /// The clock of the current period.
    package private(set) var clock: RoundClock
    package private(set) var period = Period.regular
    /// The valid scores, warnings and fouls in order.
    package private(set) var marks: [MatchEvent.Kind] = []
    /// The verdict of a closed match.
    package private(set) var verdict: Verdict?
    /// The number of applied events.
    package private(set) var count = 0

    package init(_ rules: RuleSet, at now: Instant) {
        self.rules = rules
        clock = RoundClock(rules.plan, at: now)
    }

    /// Creates the state of a match from its events.
    ///
    /// - Throws: The error of `apply` for an impossible event.
    package init(_ rules: RuleSet, at start: Instant, replaying events: [MatchEvent]) throws {
        self.init(rules, at: start)
        for event in events { try apply(event) }
    }

    // MARK: - Reading

    /// Returns the points, warnings and fouls of a corner.
    package func tally(of corner: Corner) -> Tally {
        marks.reduce(into: Tally()) { tally, mark in
            switch mark {
            case .score(corner, let index): tally.scored += rules.scores[index].points
            case .warning(corner): tally.warnings += 1
            case .foul(corner): tally.fouls += 1
            default: break
            }
        }
    }

    /// Returns the total of a corner, which may be negative.
    package func total(of corner: Corner) -> Int { tally(of: corner).total(by: rules) }

    package var outcome: Outcome {
        if let verdict { return .decided(verdict) }
        if let limit = rules.foulsToLose, let loser = Corner.allCases.first(where: { tally(of: $0).fouls >= limit }) {
            return .decided(Verdict(winner: loser.opponent, way: .disqualification))
        }
        let lead = total(of: .red) - total(of: .blue)
        let leader: Corner? = lead == 0 ? nil : lead > 0 ? .red : .blue
        if period == .firstPoint {
            return leader.map { .decided(Verdict(winner: $0, way: .firstPoint)) } ?? drawOutcome
        }
        guard clock.phase == .over else { return .open }
        return leader.map { .decided(Verdict(winner: $0, way: .points)) } ?? drawOutcome
    }

    /// The outcome of a draw at the end of the period.
    private var drawOutcome: Outcome {
        guard clock.phase == .over else { return .open }
        switch period {
        case .regular where rules.extraRound != nil: return .drawn(next: .extra)
        case .regular where rules.firstPointDecides, .extra where rules.firstPointDecides:
            return .drawn(next: .firstPoint)
        default: return .decided(Verdict(winner: nil, way: .draw))
        }
    }

    // MARK: - Events

    /// Applies an event.
    ///
    /// - Returns: The due announcements of the clock, oldest first.
    /// - Throws: A `Failure` if the event is impossible in the current state. The match is
    ///   unchanged in that case.
    @discardableResult
    package mutating func apply(_ event: MatchEvent) throws -> [RoundClock.Bell] {
        var next = self
        let bells = try next.perform(event)
        next.count = count + 1
        self = next
        return bells
    }

    /// Advances the clock of an open match to a time, and returns the due announcements.
    package mutating func advance(to now: Instant) -> [RoundClock.Bell] { verdict == nil ? clock.advance(to: now) : [] }

    /// Applies an event to this copy, which `apply` discards after an error.
    private mutating func perform(_ event: MatchEvent) throws -> [RoundClock.Bell] {
        guard event.number == count + 1 else { throw Failure.matchMovedOn }
        guard verdict == nil else { throw Failure.matchClosed }
        switch event.what {
        case .hold: return try clock.pause(at: event.at)
        case .skip:
            try refuseWhenDecided(before: event.at)
            return try clock.skip(at: event.at)
        case .resume:
            try refuseWhenDecided(before: event.at)
            try clock.resume(at: event.at)
            return []
        default: break
        }
        let bells = clock.advance(to: event.at)
        switch event.what {
        case .score:
            guard event.what.score(by: rules) != nil else {
                throw Failure(.noSuchScore, "These rules have no such score.")
            }
            try mark(event)
        case .warning, .foul: try mark(event)
        case .takeBack:
            guard marks.popLast() != nil else { throw Failure(.nothingToTakeBack, "There is nothing to take back.") }
        case .fightOn: try fightOn(at: event.at)
        case .close(let verdict): self.verdict = verdict
        case .hold, .resume, .skip: break
        }
        return bells
    }

    /// Adds a score, warning or foul, and stops the clock if it decides the match.
    private mutating func mark(_ event: MatchEvent) throws {
        guard clock.phase != .prepare || period != .regular else {
            throw Failure(.notBegun, "The first round has not started.", advice: "Skip to it with n.")
        }
        try refuseWhenDecided(before: event.at)
        marks.append(event.what)
        if isDecidedBeforeTheBell, clock.isRunning { _ = try clock.pause(at: event.at) }
    }

    /// Throws if the match was decided before the bell. Such a match must be closed, or its last
    /// mark withdrawn.
    private mutating func refuseWhenDecided(before now: Instant) throws {
        clock.advance(to: now)
        guard isDecidedBeforeTheBell else { return }
        throw Failure(
            .isDecided, "The match is decided.", advice: "Close the match with c, or take the last key back with u.")
    }

    /// Whether a disqualification or the first point has decided the match.
    private var isDecidedBeforeTheBell: Bool {
        guard case .decided(let verdict) = outcome else { return false }
        return verdict.way == .disqualification || verdict.way == .firstPoint
    }

    /// Begins the period that decides a draw.
    private mutating func fightOn(at now: Instant) throws {
        guard case .drawn(let next) = outcome else {
            throw Failure(.noDraw, "There is no extra round: the rounds did not end in a draw.")
        }
        clock = RoundClock(
            try .extra(seconds: next == .extra ? rules.extraRound : nil, like: rules.plan), at: max(now, clock.lastSeen)
        )
        period = next
    }
}

extension Failure {
    static let matchMovedOn = Failure(
        .matchMovedOn, "Another person has scored this match in the meantime.", advice: "Look at it with `match show`.",
        kind: .temporary)
    static let matchClosed = Failure(.matchClosed, "The match is closed.", advice: "`match show` shows its result.")
}
