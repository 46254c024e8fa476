import Kernel

/// Where matches are scored, and looked up afterwards.
public struct MatchTable: Sendable {
    /// Milliseconds of silence of a screen that showed a running clock, after which nobody is taken to have fought: the program was killed,
    /// the machine slept, the clock jumped.
    public static let patience: Int64 = 5000

    private let store: any Store
    private let ids: IDSource
    private let brought: @Sendable () throws -> [JSONValue]
    /// The clock and the calendar.
    public let time: TimeSource

    /// A table over one profile's store.
    ///
    /// - Parameter brought: rules that packs lay over those of the app, each an object with the fields of a file of rules.
    public init(
        _ store: any Store, ids: IDSource, time: TimeSource, brought: @escaping @Sendable () throws -> [JSONValue] = { [] }
    ) {
        (self.store, self.ids, self.time, self.brought) = (store, ids, time, brought)
    }

    // MARK: - Matches

    /// Begins a match.
    ///
    /// - Throws: `badName` for a name that is empty, too long or holds control characters.
    public func begin(red: String, blue: String, rules: RuleSet) throws -> FoughtMatch {
        let match = Match(
            id: ids.next(), red: try MatchTable.name(red), blue: try MatchTable.name(blue), rules: rules, startedAt: time.now())
        try store.write(undo: "Began the match of \(match.red) and \(match.blue)") { try $0.put(match) }
        return try FoughtMatch(match, events: [])
    }

    /// Goes on with a match: what nobody saw of a running clock was not fought.
    ///
    /// - Parameter name: its name, or the end of it; nil for the one that goes on.
    /// - Throws: `matchNotFound`, `manyMatches`, `nothingGoesOn`, `matchClosed`.
    public func resume(_ name: String?) throws -> FoughtMatch {
        let fought = try name.map(match(named:)) ?? onlyOpen()
        guard fought.match.result == nil else { throw Failure.matchClosed }
        var state = fought.state
        let left = try lastMoment(of: fought)
        guard state.clock.isRunning, time.now().milliseconds - left.milliseconds > MatchTable.patience else { return fought }
        _ = state.advance(to: left)
        guard state.clock.isRunning else { return fought }
        return try take(.hold, in: fought, at: left)
    }

    /// How people name a match, besides `latest`.
    public static let naming = Naming<Match>(
        "match", listedBy: "match list", begunBy: "Begin one with `match start --red NAME --blue NAME`.",
        missing: .matchNotFound, ambiguous: .manyMatches, names: { [$0.id.rawValue] },
        title: { "\($0.name(of: .red)) and \($0.name(of: .blue))" })

    /// A match with everything in it: by its name, its row, either end of the name, or `latest`.
    ///
    /// - Throws: `matchNotFound`, `manyMatches`.
    public func match(named name: String) throws -> FoughtMatch {
        try store.read { transaction in
            var match = try transaction.record(Identifier<Match>(name))
            if match == nil, name == "latest" { match = try transaction.first(Match.byStart.all.descending) }
            if let match { return try FoughtMatch(match, in: transaction) }
            let matches = try transaction.records(Match.byStart.all.descending)
            guard !matches.isEmpty else { throw MatchTable.naming.nothing(name, rows: 0) }
            let found = MatchTable.naming.meant(by: name, of: matches)
            guard let match = found.first?.record else { throw Failure.matchNotFound(name) }
            guard found.count == 1 else { throw MatchTable.naming.several(name, found) }
            return try FoughtMatch(match, in: transaction)
        }
    }

    /// Matches, the latest first.
    public func matches(limit: Int?) throws -> [Match] {
        try store.read { try $0.records(Match.byStart.all.descending.limit(limit)) }
    }

    /// Matches that go on, the latest first.
    public func openMatches() throws -> [Match] { try store.read { try $0.records(Match.open.all.descending) } }

    /// Removes a match with everything in it.
    ///
    /// - Throws: `matchNotFound`.
    public func remove(_ id: Identifier<Match>) throws {
        try store.write(undo: "Deleted a match") { transaction in
            guard try transaction.delete(id) else { throw Failure.matchNotFound(id.rawValue) }
            for event in try transaction.records(KeptEvent.byMatch.under(id)) { try transaction.delete(event.id) }
            try transaction.delete(MatchPulse.id(of: id))
        }
    }

    // MARK: - Events

    /// Lets something happen, and keeps it before anybody sees it.
    ///
    /// - Parameter moment: when; now unless said otherwise.
    /// - Throws: what the match says to it, and `matchMovedOn` when somebody else scored meanwhile; then nothing was kept.
    public func take(_ what: MatchEvent.What, in fought: FoughtMatch, at moment: Instant? = nil) throws -> FoughtMatch {
        let event = MatchEvent(number: fought.events.count + 1, at: moment ?? time.now(), what)
        var next = try FoughtMatch(fought.match, events: fought.events + [event])
        let result = next.state.verdict.map {
            Match.Result(verdict: $0, red: next.state.total(of: .red), blue: next.state.total(of: .blue), at: event.at)
        }
        // A key is taken back in the match; only its end is a change that `undo` knows.
        next.match = try store.write(undo: result == nil ? nil : "Closed a match") { transaction in
            guard var match = try transaction.record(fought.match.id) else {
                throw Failure.matchNotFound(fought.match.id.rawValue)
            }
            guard match.result == nil else { throw Failure.matchClosed }
            guard event.number == match.count + 1 else { throw Failure.matchMovedOn }
            (match.count, match.result) = (event.number, result)
            try transaction.put(KeptEvent(match: match.id, event: event))
            // The match itself changes too, so that its beginning cannot be undone from under its events.
            try transaction.put(match)
            if result != nil { try transaction.delete(MatchPulse.id(of: match.id)) }
            return match
        }
        return next
    }

    /// A screen shows the running clock of a match now.
    public func notePulse(of match: Identifier<Match>) throws {
        let pulse = MatchPulse(match: match, at: time.now())
        try store.write { try $0.put(pulse) }
    }

    private func onlyOpen() throws -> FoughtMatch {
        let open = try openMatches()
        guard let first = open.first else {
            throw Failure(.nothingGoesOn, "There is no unfinished match.", advice: "Start one with `match start`.")
        }
        guard open.count == 1 else {
            throw Failure(
                .manyMatches,
                "\(open.count) matches are unfinished: \(open.prefix(5).map(\.id.rawValue).joined(separator: ", ")).",
                advice: "Say which.", kind: .usage)
        }
        return try store.read { try FoughtMatch(first, in: $0) }
    }

    /// The last moment at which somebody is known to have been there.
    private func lastMoment(of fought: FoughtMatch) throws -> Instant {
        let event = fought.events.last?.at ?? fought.match.startedAt
        let pulse = try store.read { try $0.record(MatchPulse.id(of: fought.match.id)) }
        return pulse.map { max($0.at, event) } ?? event
    }

    private static func name(_ text: String) throws -> String {
        try TypedText(upTo: Match.longestName, .joined).kept(text) { _ in
            Failure(.badName, "A name has 1 to \(Match.longestName) characters, and no invisible ones.", kind: .usage)
        }
    }
}

// MARK: - Rules

extension MatchTable {
    /// All rules, those that come with the app first, as packs have changed them. One's own take the place of those with their id.
    public func rules() throws -> [RuleSet] {
        let own = try store.read { try $0.records(.all) }.map { (kept: KeptRules) in kept.rules }
        return try BroughtRules(brought()).rules.filter { rules in !own.contains { $0.id == rules.id } } + own
    }

    /// What cannot be used of the rules that packs bring.
    public func ruleFaults() throws -> [RuleFault] { try BroughtRules(brought()).faults }

    /// The rules of an id.
    ///
    /// - Throws: `rulesNotFound`.
    public func rules(named id: String) throws -> RuleSet {
        let all = try rules()
        guard let found = all.first(where: { $0.id == id }) else {
            throw Failure(
                .rulesNotFound, "There are no rules called “\(id)”.",
                advice: "Choose from \(all.map(\.id).joined(separator: ", ")).",
                kind: .usage)
        }
        return found
    }

    /// Reads rules from a file and keeps them.
    ///
    /// - Throws: `badRules`, naming entry and field.
    public func addRules(_ bytes: [UInt8]) throws -> RuleSet {
        let all = try rules()
        let rules = try RuleSet(file: bytes) { id in all.first { $0.id == id } }
        try store.write(undo: "Kept the rules “\(rules.id)”") { try $0.put(KeptRules(rules: rules)) }
        return rules
    }

    /// Removes rules that somebody added.
    ///
    /// - Throws: `rulesNotFound`.
    public func removeRules(_ id: String) throws {
        try store.write(undo: "Deleted the rules “\(id)”") { transaction in
            guard try transaction.delete(KeptRules.id(of: id)) else {
                throw Failure(
                    .rulesNotFound, "There are no added rules called “\(id)”.",
                    advice: "You cannot delete rules that come with the app or a pack.", kind: .usage)
            }
        }
    }
}
