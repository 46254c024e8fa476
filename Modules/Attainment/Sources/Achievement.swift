import Kernel
import Practice

/// Something worth having reached: a name, what it asks, and how far one is. Made from the records; what was reached once stays reached.
public struct Achievement: Hashable, Sendable {
    /// Its name for programs, which never changes.
    public let id: String
    /// Its name for people.
    public let title: String
    /// What it asks.
    public let about: String
    /// How much of it is there, and how much it takes; never more than that.
    public let have, need: Int
    /// Whether both are hundredths of something.
    public let isShare: Bool
    /// The day on which it was reached; nil while it was not.
    public let reached: Day?

    /// Whether it was reached.
    public var isReached: Bool { reached != nil }
}

/// Everything that achievements are made of.
struct Deeds {
    let today: Day
    let days: [PracticeDay]
    let finished: [FinishedRuns]
    let areas: [Area]
    /// What was ever answered, on its own or as a part of something mixed.
    let met: Set<PracticeKind>
    let belt: NextBelt?
    let others: [PastSession]

    /// All achievements, easy ones first; `kept` says which were reached before, and when.
    func achievements(kept: [String: Day]) -> [Achievement] {
        Goals.all.map { goal in
            let (have, day) = goal.reach(self)
            let isThere = have >= goal.need
            return Achievement(
                id: goal.id, title: goal.title, about: goal.about, have: min(max(have, 0), goal.need), need: goal.need,
                isShare: goal.isShare, reached: kept[goal.id] ?? (isThere ? day ?? today : nil))
        }
    }

    /// Days with an answer, earliest first.
    var practised: [Day] { Set(days.filter { $0.answers > 0 }.map(\.day)).sorted() }

    /// How much of something there is, and the day on which it first was enough; what is counted day by day.
    func sum(_ need: Int, _ part: (PracticeDay) -> Int) -> (have: Int, day: Day?) {
        var (sum, day): (Int, Day?) = (0, nil)
        for one in days.sorted(by: { ($0.day, $0.id) < ($1.day, $1.id) }) {
            sum += part(one)
            if sum >= need, day == nil { day = one.day }
        }
        return (sum, day)
    }

    /// The longest row of days, and the day on which a row first was long enough.
    func row(_ need: Int) -> (have: Int, day: Day?) {
        let rows = Streak.rows(of: practised)
        let first = rows.first { $0.length >= need }
        return (rows.map(\.length).max() ?? 0, first?.lowerBound.adding(days: need - 1))
    }

    /// How many runs of a kind were gone through.
    func finished(_ isWanted: (FinishedRuns) -> Bool) -> (have: Int, day: Day?) {
        (finished.filter(isWanted).reduce(0) { $0 + $1.count }, nil)
    }

    /// How many patterns were practised from their first movement to their last, at once or in the parts of trainings.
    func throughPatterns() -> Int { areas.count { $0.group == .patterns && $0.total > 0 && $0.met >= $0.total } }

    /// How many areas of some groups are mastered.
    func mastered(_ groups: Set<Area.Group>) -> (have: Int, day: Day?) {
        (areas.count { groups.contains($0.group) && $0.isMastered }, nil)
    }
}

/// What each achievement asks. The owner's papers name none for this app: these are few, count work rather than luck, and can all be reached.
private struct Goals: Sendable {
    let id, title, about: String
    let need: Int
    let isShare: Bool
    let reach: @Sendable (Deeds) -> (have: Int, day: Day?)

    init(
        _ id: String, _ title: String, _ about: String, _ need: Int = 1, isShare: Bool = false,
        _ reach: @escaping @Sendable (Deeds) -> (have: Int, day: Day?)
    ) {
        (self.id, self.title, self.about) = (id, title, about)
        (self.need, self.isShare, self.reach) = (need, isShare, reach)
    }

    static let all: [Goals] = [
        Goals("first-answer", "First Steps", "Give your first answer.") { $0.sum(1, \.answers) },
        Goals("first-pattern", "From Ready to Ready", "Practise a pattern to its end.") { deeds in
            let own = deeds.finished { $0.kind.rawValue == "patterns" && $0.activity == "practice" }
            return (own.have + deeds.throughPatterns(), own.day)
        },
        Goals("all-round", "All Round", "Practise words, patterns, step sparring, line work and theory.", 5) { deeds in
            let wanted: Set = ["flashcards", "patterns", "sparring", "linework", "theory"]
            return (deeds.met.count { wanted.contains($0.rawValue) }, nil)
        },
        Goals("week", "A Week on the Mat", "Practise 7 days in a row.", 7) { $0.row(7) },
        Goals("first-test", "Put to the Test", "Pass a test of a pattern.") {
            $0.finished { $0.kind.rawValue == "patterns" && $0.isPassed == true }
        },
        Goals("games", "At Play", "Play 10 games to their end.", 10) { deeds in (deeds.others.count, nil) },
        Goals("thousand", "A Thousand Answers", "Give 1,000 answers.", 1000) { $0.sum(1000, \.answers) },
        Goals("category", "Word by Word", "Master a category of words.") { $0.mastered([.words]) },
        Goals("return", "Back Again", "Practise again after two weeks or more without.") { deeds in
            let days = deeds.practised
            let back = zip(days, days.dropFirst()).first { $1.days(since: $0) > 14 }
            return (back == nil ? 0 : 1, back?.1)
        },
        Goals("mock", "Ready to Bow", "Pass a mock grading.") {
            $0.finished { $0.kind.rawValue == "grading" && $0.isPassed == true }
        },
        Goals("pattern", "One by Heart", "Master a pattern.") { $0.mastered([.patterns]) },
        Goals("sparring", "Both Sides", "Master a set of step sparring.") { $0.mastered([.sparring]) },
        Goals("belt", "A Full Belt", "Know 90 % of the words for your next belt.", 90, isShare: true) { deeds in
            ((deeds.belt?.share ?? 0) / 10, nil)
        },
        Goals("month", "A Month on the Mat", "Practise 30 days in a row.", 30) { $0.row(30) },
        Goals("hours", "Twenty Hours", "Spend 20 hours on answers.", 20) { $0.hours(20) },
        Goals("hundred-days", "A Hundred Days", "Practise on 100 days, in a row or not.", 100) { deeds in
            let days = deeds.practised
            return (days.count, days.count >= 100 ? days[99] : nil)
        },
        Goals("ten-thousand", "Ten Thousand Answers", "Give 10,000 answers.", 10_000) { $0.sum(10_000, \.answers) },
    ]
}

extension Deeds {
    fileprivate func hours(_ need: Int) -> (have: Int, day: Day?) {
        let hour = 3_600_000
        let (milliseconds, day) = sum(need * hour, \.milliseconds)
        return (milliseconds / hour, day)
    }
}
