import Kernel

/// The service that scores and stores matches.
package struct MatchTable: Sendable {
    /// The milliseconds without a screen update after which the time counts as not fought. Possible
    /// reasons are a killed program, a sleeping machine and a clock change.
    package static let gapLimit: Int64 = 5000

    private let store: any Store
    private let ids: IDSource
    /// Returns the rules of packs, which override those of the app.
    private let packRules: @Sendable () throws -> [JSONValue]
    package let time: TimeSource

    /// Creates a table in the store of one profile.
    ///
    /// - Parameter packRules: Rules of packs, which override those of the app. Each is an object
    ///   with the fields of a rules file.
    package init(
        _ store: any Store, ids: IDSource, time: TimeSource,
        packRules: @escaping @Sendable () throws -> [JSONValue] = { [] }
    ) {
        self.store = store
        self.ids = ids
        self.time = time
        self.packRules = packRules
    }

    // MARK: - Matches

    /// Starts a match.
    ///
    /// - Throws: `badName` for a name that is empty, too long or contains control characters.
    package func begin(red: String, blue: String, rules: RuleSet) throws -> RecordedMatch {
        let match = Match(
            id: ids.next(), red: try MatchTable.name(red), blue: try MatchTable.name(blue), rules: rules,
            startedAt: time.now())
        try store.write(undo: "Began the match of \(match.red) and \(match.blue)") { try $0.put(match) }
        return try RecordedMatch(match, events: [])
    }

    /// Resumes a match. Time of a running clock that no screen showed does not count.
    ///
    /// - Parameter name: The name of the match or the end of it, or nil for the only open match.
    /// - Throws: `matchNotFound`, `manyMatches`, `nothingGoesOn`, `matchClosed`.
    package func resume(_ name: String?) throws -> RecordedMatch {
        let recordedMatch = try name.map(match(named:)) ?? onlyOpenMatch()
        guard recordedMatch.match.result == nil else { throw Failure.matchClosed }
        var state = recordedMatch.state
        let lastAttended = try lastAttendedMoment(of: recordedMatch)
        guard state.clock.isRunning, time.now().milliseconds - lastAttended.milliseconds > MatchTable.gapLimit else {
            return recordedMatch
        }
        _ = state.advance(to: lastAttended)
        guard state.clock.isRunning else { return recordedMatch }
        return try record(.hold, in: recordedMatch, at: lastAttended)
    }

    /// The ways to name a match, besides `latest`.
    package static let naming = RecordNaming<Match>(
        "match", listedBy: "match list", emptyListAdvice: "Begin one with `match start --red NAME --blue NAME`.",
        missing: .matchNotFound, ambiguous: .manyMatches, names: { [$0.id.rawValue] },
        title: { "\($0.name(of: .red)) and \($0.name(of: .blue))" })

    /// Returns a match with its events. The name may be its ID, its row, either end of the ID, or
    /// `latest`.
    ///
    /// - Throws: `matchNotFound`, `manyMatches`.
    package func match(named name: String) throws -> RecordedMatch {
        try store.read { transaction in
            var match = try transaction.record(Identifier<Match>(name))
            if match == nil, name == "latest" { match = try transaction.first(Match.byStart.all.descending) }
            if let match { return try RecordedMatch(match, in: transaction) }
            let matches = try transaction.records(Match.byStart.all.descending)
            guard !matches.isEmpty else { throw MatchTable.naming.notFoundFailure(name, rows: 0) }
            let matchesByName = MatchTable.naming.resolve(name, of: matches)
            guard let match = matchesByName.first?.record else { throw Failure.matchNotFound(name) }
            guard matchesByName.count == 1 else { throw MatchTable.naming.ambiguousFailure(name, matchesByName) }
            return try RecordedMatch(match, in: transaction)
        }
    }

    /// Returns matches, latest first.
    package func matches(limit: Int?) throws -> [Match] {
        try store.read { try $0.records(Match.byStart.all.descending.limit(limit)) }
    }

    /// Returns the open matches, latest first.
    package func openMatches() throws -> [Match] { try store.read { try $0.records(Match.open.all.descending) } }

    /// Deletes a match with all its events.
    ///
    /// - Throws: `matchNotFound`.
    package func remove(_ id: Identifier<Match>) throws {
        try store.write(undo: "Deleted a match") { transaction in
            guard try transaction.delete(id) else { throw Failure.matchNotFound(id.rawValue) }
            for event in try transaction.records(StoredMatchEvent.byMatch.under(id)) {
                try transaction.delete(event.id)
            }
            try transaction.delete(MatchPulse.id(of: id))
        }
    }

    // MARK: - Events

    /// Applies an event and stores it before it is shown.
    ///
    /// - Parameter moment: The time of the event, or nil for now.
    /// - Throws: The error of the match, and `matchMovedOn` if another process scored meanwhile.
    ///   Nothing is stored in these cases.
    package func record(_ kind: MatchEvent.Kind, in recordedMatch: RecordedMatch, at moment: Instant? = nil) throws
        -> RecordedMatch
    {
        let event = MatchEvent(number: recordedMatch.events.count + 1, at: moment ?? time.now(), kind)
        var next = try RecordedMatch(recordedMatch.match, events: recordedMatch.events + [event])
        let result = next.state.verdict.map {
            Match.Result(verdict: $0, red: next.state.total(of: .red), blue: next.state.total(of: .blue), at: event.at)
        }
        // A mark is withdrawn inside the match. The `undo` command covers only the end of a match.
        next.match = try store.write(undo: result == nil ? nil : "Closed a match") { transaction in
            guard var match = try transaction.record(recordedMatch.match.id) else {
                throw Failure.matchNotFound(recordedMatch.match.id.rawValue)
            }
            guard match.result == nil else { throw Failure.matchClosed }
            guard event.number == match.count + 1 else { throw Failure.matchMovedOn }
            (match.count, match.result) = (event.number, result)
            try transaction.put(StoredMatchEvent(match: match.id, event: event))
            // The match record changes too, so that its creation cannot be undone while it has
            // events.
            try transaction.put(match)
            if result != nil { try transaction.delete(MatchPulse.id(of: match.id)) }
            return match
        }
        return next
    }

    /// Records that a screen shows the running clock of a match now.
    package func recordPulse(of match: Identifier<Match>) throws {
        let pulse = MatchPulse(match: match, at: time.now())
        try store.write { try $0.put(pulse) }
    }

    /// Returns the only unfinished match.
    ///
    /// - Throws: `nothingGoesOn` without one, `manyMatches` with several.
    private func onlyOpenMatch() throws -> RecordedMatch {
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
        return try store.read { try RecordedMatch(first, in: $0) }
    }

    /// Returns the last time at which the match was known to be attended.
    private func lastAttendedMoment(of recordedMatch: RecordedMatch) throws -> Instant {
        let event = recordedMatch.events.last?.at ?? recordedMatch.match.startedAt
        let pulse = try store.read { try $0.record(MatchPulse.id(of: recordedMatch.match.id)) }
        return pulse.map { max($0.at, event) } ?? event
    }

    /// Returns a valid fighter's name, with single spaces.
    ///
    /// - Throws: `badName`.
    private static func name(_ text: String) throws -> String {
        try InputTextRule(upTo: Match.longestName, .joined).validated(text) { _ in
            Failure(.badName, "A name has 1 to \(Match.longestName) characters, and no invisible ones.", kind: .usage)
        }
    }
}

// MARK: - Rules

extension MatchTable {
    /// Returns all rules, those of the app first, with the changes of packs. A person's own rules
    /// replace those with the same ID.
    package func rules() throws -> [RuleSet] {
        let userRules = try store.read { try $0.records(.all) }.map { (stored: StoredRules) in stored.rules }
        return try MergedRules(packRules()).rules.filter { rules in !userRules.contains { $0.id == rules.id } }
            + userRules
    }

    /// Returns the errors in the rules of packs.
    package func ruleErrors() throws -> [RuleError] { try MergedRules(packRules()).errors }

    /// Returns the rules with an ID.
    ///
    /// - Throws: `rulesNotFound`.
    package func rules(named id: String) throws -> RuleSet {
        let all = try rules()
        guard let ruleSet = all.first(where: { $0.id == id }) else {
            throw Failure(
                .rulesNotFound, "There are no rules called “\(id)”.",
                advice: "Choose from \(all.map(\.id).joined(separator: ", ")).", kind: .usage)
        }
        return ruleSet
    }

    /// Reads rules from a file and stores them.
    ///
    /// - Throws: `badRules`, with entry and field.
    package func addRules(_ bytes: [UInt8]) throws -> RuleSet {
        let all = try rules()
        let rules = try RuleSet(file: bytes) { id in all.first { $0.id == id } }
        try store.write(undo: "Kept the rules “\(rules.id)”") { try $0.put(StoredRules(rules: rules)) }
        return rules
    }

    /// Removes rules that a person added.
    ///
    /// - Throws: `rulesNotFound`.
    package func removeRules(_ id: String) throws {
        try store.write(undo: "Deleted the rules “\(id)”") { transaction in
            guard try transaction.delete(StoredRules.id(of: id)) else {
                throw Failure(
                    .rulesNotFound, "There are no added rules called “\(id)”.",
                    advice: "You cannot delete rules that come with the app or a pack.", kind: .usage)
            }
        }
    }
}
