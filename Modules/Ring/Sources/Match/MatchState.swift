import Kernel

/// A match as its events made it. Nothing in it comes from anywhere else, so whoever replays the events sees the same.
public struct MatchState: Hashable, Sendable {
    /// What is fought.
    public enum Period: String, Codable, CaseIterable, Sendable {
        /// The rounds that are always fought.
        case regular
        /// The extra round.
        case extra
        /// The round that the first point ends.
        case firstPoint
    }

    /// Where the rules have brought it.
    public enum Outcome: Hashable, Sendable {
        /// It goes on.
        case open
        /// Decided, unless something is put right before it is closed.
        case decided(Verdict)
        /// A draw, after which this is fought.
        case drawn(next: Period)
    }

    /// Those that the match began with.
    public let rules: RuleSet
    /// The clock of the present period.
    public private(set) var clock: RoundClock
    /// What is fought.
    public private(set) var period = Period.regular
    /// The scores, warnings and fouls that count, in their order.
    public private(set) var marks: [MatchEvent.What] = []
    /// How it ended, once it is closed.
    public private(set) var verdict: Verdict?
    /// How many events there were.
    public private(set) var count = 0

    /// A match that begins now.
    public init(_ rules: RuleSet, at now: Instant) { (self.rules, clock) = (rules, RoundClock(rules.plan, at: now)) }

    /// A match from its events.
    ///
    /// - Throws: what `take` throws for an event that cannot have happened.
    public init(_ rules: RuleSet, at start: Instant, replaying events: [MatchEvent]) throws {
        self.init(rules, at: start)
        for event in events { try take(event) }
    }

    // MARK: - Reading

    /// What a corner has.
    public func tally(of corner: Corner) -> Tally {
        marks.reduce(into: Tally()) { tally, mark in
            switch mark {
            case .score(corner, let place): tally.scored += rules.scores[place].points
            case .warning(corner): tally.warnings += 1
            case .foul(corner): tally.fouls += 1
            default: break
            }
        }
    }

    /// What counts for a corner; may be below nought.
    public func total(of corner: Corner) -> Int { tally(of: corner).total(by: rules) }

    /// Whether it is decided, and for whom.
    public var outcome: Outcome {
        if let verdict { return .decided(verdict) }
        if let limit = rules.foulsToLose, let loser = Corner.allCases.first(where: { tally(of: $0).fouls >= limit }) {
            return .decided(Verdict(winner: loser.opponent, way: .disqualification))
        }
        let lead = total(of: .red) - total(of: .blue)
        let ahead: Corner? = lead == 0 ? nil : lead > 0 ? .red : .blue
        if period == .firstPoint { return ahead.map { .decided(Verdict(winner: $0, way: .firstPoint)) } ?? drawn }
        guard clock.phase == .over else { return .open }
        return ahead.map { .decided(Verdict(winner: $0, way: .points)) } ?? drawn
    }

    /// What a draw leads to, once the period is over.
    private var drawn: Outcome {
        guard clock.phase == .over else { return .open }
        switch period {
        case .regular where rules.extraRound != nil: return .drawn(next: .extra)
        case .regular where rules.firstPointDecides, .extra where rules.firstPointDecides: return .drawn(next: .firstPoint)
        default: return .decided(Verdict(winner: nil, way: .draw))
        }
    }

    // MARK: - Events

    /// Lets an event happen.
    ///
    /// - Returns: what the clock has to tell, oldest first.
    /// - Throws: `Failure` when it makes no sense as the match stands; the match is unchanged then.
    @discardableResult
    public mutating func take(_ event: MatchEvent) throws -> [RoundClock.Bell] {
        var next = self
        let bells = try next.happen(event)
        next.count = count + 1
        self = next
        return bells
    }

    /// Brings the clock up to a moment.
    public mutating func advance(to now: Instant) -> [RoundClock.Bell] { verdict == nil ? clock.advance(to: now) : [] }

    private mutating func happen(_ event: MatchEvent) throws -> [RoundClock.Bell] {
        guard event.number == count + 1 else { throw Failure.matchMovedOn }
        guard verdict == nil else { throw Failure.matchClosed }
        switch event.what {
        case .hold: return try clock.hold(at: event.at)
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
            guard event.what.score(by: rules) != nil else { throw Failure(.noSuchScore, "These rules have no such score.") }
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

    private mutating func mark(_ event: MatchEvent) throws {
        guard clock.phase != .prepare || period != .regular else {
            throw Failure(.notBegun, "The first round has not started.", advice: "Skip to it with n.")
        }
        try refuseWhenDecided(before: event.at)
        marks.append(event.what)
        if isDecidedBeforeTheBell, clock.isRunning { _ = try clock.hold(at: event.at) }
    }

    /// What is decided before the bell waits for a word: it is closed, or the last key is taken back.
    private mutating func refuseWhenDecided(before now: Instant) throws {
        clock.advance(to: now)
        guard isDecidedBeforeTheBell else { return }
        throw Failure(.isDecided, "The match is decided.", advice: "Close the match with c, or take the last key back with u.")
    }

    private var isDecidedBeforeTheBell: Bool {
        guard case .decided(let verdict) = outcome else { return false }
        return verdict.way == .disqualification || verdict.way == .firstPoint
    }

    private mutating func fightOn(at now: Instant) throws {
        guard case .drawn(let next) = outcome else {
            throw Failure(.noDraw, "There is no extra round: the rounds did not end in a draw.")
        }
        clock = RoundClock(
            try .extra(seconds: next == .extra ? rules.extraRound : nil, like: rules.plan), at: max(now, clock.lastSeen))
        period = next
    }
}

extension Failure {
    /// Somebody else scores the same match.
    static let matchMovedOn = Failure(
        .matchMovedOn, "Somebody else has scored this match in the meantime.", advice: "Look at it with `match show`.",
        kind: .temporary)
    /// The match is over.
    static let matchClosed = Failure(.matchClosed, "The match is closed.", advice: "`match show` shows its result.")
}
