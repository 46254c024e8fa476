import Interface
import Kernel
import Reminders
import Ring

/// A match on the full screen, or line by line in a pipe and for a screen reader.
///
/// Each key is stored before it is shown. Only the clock on the screen runs ahead of the last
/// stored key.
struct MatchScreen: Dialogue {
    private let table: MatchTable
    private let notifier: Notifier
    /// The match with all stored events.
    private var recordedMatch: RecordedMatch
    /// The state at the current time, which a running clock moves ahead of the stored events.
    private var liveState: MatchState
    private var now: Instant
    /// The message below the match, or empty text.
    private var message: String
    private var gapDetector = GapDetector()
    /// The last time at which a running clock was recorded as attended.
    private var lastPulse: Instant
    /// Whether the terminal rings with the next drawing.
    private var ringsBell = false

    init(_ recordedMatch: RecordedMatch, at table: MatchTable, notifier: Notifier, message: String = "") {
        self.table = table
        self.notifier = notifier
        self.recordedMatch = recordedMatch
        self.message = message
        now = table.time.now()
        liveState = recordedMatch.state
        lastPulse = now
        _ = liveState.advance(to: now)
    }

    var view: DialogueView {
        let matchView = MatchView(match: recordedMatch.match, state: liveState, now: now, message: message)
        return DialogueView(
            gapDetector.hasTicked ? matchView.screen : matchView.lines, wanted: .key(MatchKeys.hints(for: liveState)),
            tickInterval: gapDetector.interval, ringsBell: ringsBell, title: matchView.title, help: "match",
            progress: liveState.clock.progress(at: now), stage: gapDetector.hasTicked ? matchView.stage : nil)
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        ringsBell = false
        now = table.time.now()
        switch event {
        case .tick: return try tick()
        case .end: return try close()
        case .line: return .stay
        case .key(let key):
            message = ""
            announce(liveState.advance(to: now))
            do { return try press(key) } catch let failure as Failure where failure.kind == .failed {
                message = failure.description
                return .stay
            }
        }
    }

    // MARK: - Time

    /// Advances the clock, and records every two seconds that a screen shows it.
    ///
    /// After a gap the clock stops where the gap began.
    private mutating func tick() throws -> DialogueStep {
        let isFirst = !gapDetector.hasTicked
        if let gapStart = gapDetector.tick(at: now), liveState.clock.isRunning {
            try record(.hold, at: gapStart)
            message = "You were away for a while: the clock was stopped."
        }
        announce(liveState.advance(to: now))
        if liveState.clock.isRunning, isFirst || now.seconds(since: lastPulse) >= 2 || now < lastPulse {
            try table.recordPulse(of: recordedMatch.match.id)
            lastPulse = now
        }
        return .stay
    }

    /// Shows and rings the last of the due bells.
    private mutating func announce(_ bells: [RoundClock.Bell]) {
        guard let announcement = notifier.announce(bells) else { return }
        ringsBell = true
        message = announcement
    }

    // MARK: - Keys

    /// Performs the action of a key.
    private mutating func press(_ key: Key) throws -> DialogueStep {
        if let mark = MatchKeys.mark(for: key, liveState.rules) {
            try record(mark)
            message = MatchView.text(mark, recordedMatch.match) + "."
            return .stay
        }
        switch key {
        case .space: try record(isDrawn ? .fightOn : liveState.clock.isRunning ? .hold : .resume)
        case .character("n"): try record(.skip)
        case .character("u"):
            let lastMark = liveState.marks.last
            try record(.takeBack)
            message = lastMark.map { "Taken back: \(MatchView.text($0, recordedMatch.match))." } ?? ""
        case .character("c"):
            guard case .decided(let verdict) = liveState.outcome else {
                throw Failure(.notDecided, "Nothing is decided yet.", advice: "`match end` can still end the match.")
            }
            try record(.close(verdict))
            return finish("Closed.", next: ["match list", "match start"])
        case .character("q"): return try close()
        default: break
        }
        return .stay
    }

    /// Whether the period ended in a draw that an extra round or the first point decides.
    private var isDrawn: Bool { if case .drawn = liveState.outcome { true } else { false } }

    /// Stores an event and then shows it.
    private mutating func record(_ kind: MatchEvent.Kind, at moment: Instant? = nil) throws {
        recordedMatch = try table.record(kind, in: recordedMatch, at: moment ?? now)
        liveState = recordedMatch.state
        announce(liveState.advance(to: now))
    }

    /// Leaves an unfinished match: stops the clock and keeps the match open.
    private mutating func close() throws -> DialogueStep {
        if liveState.clock.isRunning { try record(.hold) }
        return finish(
            "The match is saved.",
            next: ["match continue \(recordedMatch.match.id)", "match show \(recordedMatch.match.id)"])
    }

    /// Returns the last step of the screen, with the score after the notice.
    private func finish(_ notice: String, next: [String]) -> DialogueStep {
        .finish(
            .changed(
                "\(notice) \(MatchView.score(of: recordedMatch)) (\(recordedMatch.match.id)).", recordedMatch,
                MatchFields.complete,
                next: next))
    }
}

/// The keys of a match. The left hand scores for the left corner, the right hand for the right
/// corner.
enum MatchKeys {
    /// The keys for the scores of the rules, in their order.
    private static let scores: [Corner: [Character]] = [.red: ["a", "s", "d", "f"], .blue: ["j", "k", "l", ";"]]
    private static let warnings: [Corner: Character] = [.red: "w", .blue: "i"]
    private static let fouls: [Corner: Character] = [.red: "e", .blue: "o"]

    /// Returns the mark of a key, or nil for any other key.
    static func mark(for key: Key, _ rules: RuleSet) -> MatchEvent.Kind? {
        guard case .character(let character) = key else { return nil }
        for corner in Corner.allCases {
            if let index = scores[corner]?.firstIndex(of: character), index < rules.scores.count {
                return .score(corner, index)
            }
            if warnings[corner] == character { return .warning(corner) }
            if fouls[corner] == character { return .foul(corner) }
        }
        return nil
    }

    /// Returns the hints for the keys in the current state.
    static func hints(for state: MatchState) -> [KeyHint] {
        let takeBack = KeyTable.undo("take back")
        let leave = KeyTable.quit("leave")
        let stateHints: [KeyHint] =
            switch state.outcome {
            case .decided: [KeyHint(.character("c"), "close the match"), takeBack, leave]
            case .drawn(let next): [KeyHint(.space, next == .extra ? "extra round" : "first point"), takeBack, leave]
            case .open:
                [
                    KeyHint(.space, state.clock.isRunning ? "hold" : "go on"), takeBack,
                    KeyHint(.character("n"), "next phase"), leave,
                ]
            }
        let markHints = rows(state.rules).flatMap { row in
            Corner.allCases.map {
                KeyHint(.character(row.keys[$0] ?? " "), "\(state.rules.style(of: $0).name): \(row.what)")
            }
        }
        return stateHints + markHints
    }

    /// Returns every possible mark with a key for each corner.
    static func rows(_ rules: RuleSet) -> [(what: String, worth: String, keys: [Corner: Character])] {
        let marks = rules.scores.enumerated().map { index, score in
            (what: score.name, worth: "+\(score.points)", keys: scores.compactMapValues { $0[index] })
        }
        let warning = rules.warningsPerPoint.map { $0 == 1 ? "-1" : "-1 for \($0)" } ?? "0"
        return marks + [(what: "warning", worth: warning, keys: warnings), (what: "foul", worth: "-1", keys: fouls)]
    }
}
