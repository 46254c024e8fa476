import Kernel
import Practice

/// The data from which achievements are computed.
struct AchievementProgress {
    typealias Goal = AchievementGoal<AchievementProgress>

    let today: Day
    let days: [PracticeDay]
    let finished: [FinishedRuns]
    let areas: [Area]
    /// The kinds ever answered, on their own or as part of a mixed session.
    let answeredKinds: Set<PracticeKind>
    let belt: NextBelt?
    /// The games, which are stored outside the practice log.
    let externalSessions: [PastSession]

    /// Returns all achievements, easy ones first. `kept` contains the days of those reached before.
    func achievements(kept: [String: Day] = [:]) -> AchievementBook {
        AchievementBook(AchievementProgress.goals, of: self, reachedBefore: kept, today: today)
    }

    /// The days with at least one answer, in order.
    var practicedDays: [Day] { Set(days.filter { $0.answers > 0 }.map(\.day)).sorted() }

    /// Returns the sum of a daily value, and the day on which it first reached `need`.
    func sum(_ need: Int, _ part: (PracticeDay) -> Int) -> Goal.Reach {
        Goal.sum(
            of: days.sorted { ($0.day, $0.id) < ($1.day, $1.id) }.map { ($0.day, part($0)) }, toward: need)
    }

    /// Returns the longest streak, and the day on which a streak first reached `need`.
    func streak(_ need: Int) -> Goal.Reach { Streak(days: practicedDays, today: today).progress(toward: need) }

    /// Returns the number of finished runs that satisfy a condition.
    func finished(_ isWanted: (FinishedRuns) -> Bool) -> Goal.Reach {
        (finished.filter(isWanted).reduce(0) { $0 + $1.count }, nil)
    }

    /// Returns the number of patterns practiced from the first movement to the last, in one session
    /// or in parts.
    func completedPatternCount() -> Int { areas.count { $0.group == .patterns && $0.total > 0 && $0.met >= $0.total } }

    /// Returns the number of mastered areas in some groups.
    func mastered(_ groups: Set<Area.Group>) -> Goal.Reach {
        (areas.count { groups.contains($0.group) && $0.isMastered }, nil)
    }
}

extension AchievementProgress {
    /// The requirements of each achievement. The original plan names none, so these are few,
    /// measure effort instead of luck, and can all be reached.
    fileprivate static let goals: [Goal] = [
        Goal("first-answer", "First Steps", "Give your first answer.") { $0.sum(1, \.answers) },
        Goal("first-pattern", "From Ready to Ready", "Practise a pattern to its end.") { progress in
            let completedRuns = progress.finished { $0.kind.rawValue == "patterns" && $0.activity == "practice" }
            return (completedRuns.have + progress.completedPatternCount(), completedRuns.day)
        },
        Goal("all-round", "All Round", "Practise words, patterns, step sparring, line work and theory.", 5) {
            progress in
            let requiredKinds: Set = ["flashcards", "patterns", "sparring", "linework", "theory"]
            return (progress.answeredKinds.count { requiredKinds.contains($0.rawValue) }, nil)
        },
        Goal("week", "A Week on the Mat", "Practise 7 days in a row.", 7) { $0.streak(7) },
        Goal("first-test", "Put to the Test", "Pass a test of a pattern.") {
            $0.finished { $0.kind.rawValue == "patterns" && $0.isPassed == true }
        },
        Goal("games", "At Play", "Play 10 games to their end.", 10) { progress in (progress.externalSessions.count, nil)
        },
        Goal("thousand", "A Thousand Answers", "Give 1,000 answers.", 1000) { $0.sum(1000, \.answers) },
        Goal("category", "Word by Word", "Master a category of words.") { $0.mastered([.words]) },
        Goal("return", "Back Again", "Practise again after two weeks or more without.") { progress in
            let days = progress.practicedDays
            let returnDays = zip(days, days.dropFirst()).first { $1.days(since: $0) > 14 }
            return (returnDays == nil ? 0 : 1, returnDays?.1)
        },
        Goal("mock", "Ready to Bow", "Pass a mock grading.") {
            $0.finished { $0.kind.rawValue == "grading" && $0.isPassed == true }
        },
        Goal("pattern", "One by Heart", "Master a pattern.") { $0.mastered([.patterns]) },
        Goal("sparring", "Both Sides", "Master a set of step sparring.") { $0.mastered([.sparring]) },
        Goal("belt", "A Full Belt", "Know 90 % of the words for your next belt.", 90, isShare: true) { progress in
            ((progress.belt?.share ?? 0) / 10, nil)
        },
        Goal("month", "A Month on the Mat", "Practise 30 days in a row.", 30) { $0.streak(30) },
        Goal("hours", "Twenty Hours", "Spend 20 hours on answers.", 20) { $0.hours(20) },
        Goal("hundred-days", "A Hundred Days", "Practise on 100 days, in a row or not.", 100) { progress in
            let days = progress.practicedDays
            return (days.count, days.count >= 100 ? days[99] : nil)
        },
        Goal("ten-thousand", "Ten Thousand Answers", "Give 10,000 answers.", 10_000) { $0.sum(10_000, \.answers) },
    ]
}

extension AchievementProgress {
    /// Returns the hours spent on answers, and the day on which they first reached `need`.
    fileprivate func hours(_ need: Int) -> Goal.Reach {
        let hour = 3_600_000
        let (milliseconds, day) = sum(need * hour, \.milliseconds)
        return (milliseconds / hour, day)
    }
}
