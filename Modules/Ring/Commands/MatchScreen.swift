import Kernel
import Reminders
import Ring
import Terminal

/// A match on the whole screen; line by line in a pipe and for a screen reader.
///
/// A key is kept before it shows. The clock on the screen runs ahead of the last key by the time that has passed since, and nothing else.
struct MatchScreen: Dialogue {
    private let table: MatchTable
    private let notifier: Notifier
    private var fought: FoughtMatch
    private var live: MatchState
    private var now: Instant
    private var message: String
    private var watch = Watch()
    private var lastPulse: Instant
    private var rings = false

    init(_ fought: FoughtMatch, at table: MatchTable, notifier: Notifier, message: String = "") {
        (self.table, self.notifier, self.fought, self.message) = (table, notifier, fought, message)
        (now, live) = (table.time.now(), fought.state)
        lastPulse = now
        _ = live.advance(to: now)
    }

    var view: DialogueView {
        let face = MatchFace(match: fought.match, state: live, now: now, message: message)
        return DialogueView(
            watch.hasTicked ? face.screen : face.lines, wanted: .key(MatchKeys.hints(for: live)),
            tickInterval: watch.interval, ringsBell: rings, title: face.title, help: "match", progress: live.clock.share(at: now),
            stage: watch.hasTicked ? face.stage : nil)
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        rings = false
        now = table.time.now()
        switch event {
        case .tick: return try tick()
        case .end: return try leave()
        case .line: return .stay
        case .key(let key):
            message = ""
            announce(live.advance(to: now))
            do { return try press(key) } catch let failure as Failure where failure.kind == .failed {
                message = failure.description
                return .stay
            }
        }
    }

    // MARK: - Time

    private mutating func tick() throws -> DialogueStep {
        let isFirst = !watch.hasTicked
        if let left = watch.tick(at: now), live.clock.isRunning {
            try take(.hold, at: left)
            message = "You were away for a while: the clock was stopped."
        }
        announce(live.advance(to: now))
        if live.clock.isRunning, isFirst || now.seconds(since: lastPulse) >= 2 || now < lastPulse {
            try table.notePulse(of: fought.match.id)
            lastPulse = now
        }
        return .stay
    }

    private mutating func announce(_ bells: [RoundClock.Bell]) {
        guard let last = notifier.announce(bells) else { return }
        (rings, message) = (true, last)
    }

    // MARK: - Keys

    private mutating func press(_ key: Key) throws -> DialogueStep {
        if let what = MatchKeys.mark(for: key, live.rules) {
            try take(what)
            message = MatchFace.words(what, fought.match) + "."
            return .stay
        }
        switch key {
        case .space: try take(isFightOn ? .fightOn : live.clock.isRunning ? .hold : .resume)
        case .character("n"): try take(.skip)
        case .character("u"):
            let last = live.marks.last
            try take(.takeBack)
            message = last.map { "Taken back: \(MatchFace.words($0, fought.match))." } ?? ""
        case .character("c"):
            guard case .decided(let verdict) = live.outcome else {
                throw Failure(.notDecided, "Nothing is decided yet.", advice: "`match end` can still end the match.")
            }
            try take(.close(verdict))
            return finished("Closed.", next: ["match list", "match start"])
        case .character("q"): return try leave()
        default: break
        }
        return .stay
    }

    private var isFightOn: Bool { if case .drawn = live.outcome { true } else { false } }

    /// Lets something happen: kept first, shown afterwards.
    private mutating func take(_ what: MatchEvent.What, at moment: Instant? = nil) throws {
        fought = try table.take(what, in: fought, at: moment ?? now)
        live = fought.state
        announce(live.advance(to: now))
    }

    /// Left before its end: the clock is held, and the match waits.
    private mutating func leave() throws -> DialogueStep {
        if live.clock.isRunning { try take(.hold) }
        return finished("The match is saved.", next: ["match continue \(fought.match.id)", "match show \(fought.match.id)"])
    }

    private func finished(_ words: String, next: [String]) -> DialogueStep {
        .finish(
            .changed(
                "\(words) \(MatchFace.score(of: fought)) (\(fought.match.id)).", fought, MatchFields.whole, next: next))
    }
}

/// Which key gives what. The left hand scores for the corner at the left, the right hand for the other.
enum MatchKeys {
    private static let scores: [Corner: [Character]] = [.red: ["a", "s", "d", "f"], .blue: ["j", "k", "l", ";"]]
    private static let warnings: [Corner: Character] = [.red: "w", .blue: "i"]
    private static let fouls: [Corner: Character] = [.red: "e", .blue: "o"]

    /// What a key marks; nil for any other key.
    static func mark(for key: Key, _ rules: RuleSet) -> MatchEvent.What? {
        guard case .character(let character) = key else { return nil }
        for corner in Corner.allCases {
            if let place = scores[corner]?.firstIndex(of: character), place < rules.scores.count { return .score(corner, place) }
            if warnings[corner] == character { return .warning(corner) }
            if fouls[corner] == character { return .foul(corner) }
        }
        return nil
    }

    /// The keys of a match as it stands.
    static func hints(for state: MatchState) -> [KeyHint] {
        let (takeBack, leave) = (KeyTable.undo("take back"), KeyTable.quit("leave"))
        let now: [KeyHint] =
            switch state.outcome {
            case .decided: [KeyHint(.character("c"), "close the match"), takeBack, leave]
            case .drawn(let next): [KeyHint(.space, next == .extra ? "extra round" : "first point"), takeBack, leave]
            case .open:
                [
                    KeyHint(.space, state.clock.isRunning ? "hold" : "go on"), takeBack, KeyHint(.character("n"), "next phase"),
                    leave,
                ]
            }
        let marks = rows(state.rules).flatMap { row in
            Corner.allCases.map { KeyHint(.character(row.keys[$0] ?? " "), "\(state.rules.look(of: $0).name): \(row.what)") }
        }
        return now + marks
    }

    /// What can be marked, with a key for each corner.
    static func rows(_ rules: RuleSet) -> [(what: String, worth: String, keys: [Corner: Character])] {
        let marks = rules.scores.enumerated().map { index, score in
            (what: score.name, worth: "+\(score.points)", keys: scores.compactMapValues { $0[index] })
        }
        let warning = rules.warningsPerPoint.map { $0 == 1 ? "-1" : "-1 for \($0)" } ?? "0"
        return marks + [(what: "warning", worth: warning, keys: warnings), (what: "foul", worth: "-1", keys: fouls)]
    }
}
