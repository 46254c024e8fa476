import Kernel

extension PhotoDays {
    /// The goals for the badges of a diary.
    static let goals: [AchievementGoal<PhotoDays>] = [
        photos("first-entry", "First Entry", "your first photo", 1), daysInARow("7-days", "A Week", 7),
        daysInARow("30-days", "A Month", 30), daysInARow("100-days", "A Hundred Days", 100),
        photos("100th-entry", "The 100th Entry", 100), daysInARow("365-days", "A Year", 365),
    ]

    private static func photos(_ id: String, _ title: String, _ need: Int) -> AchievementGoal<PhotoDays> {
        photos(id, title, "\(need) photos", need)
    }

    private static func photos(
        _ id: String, _ title: String, _ about: String, _ need: Int
    ) -> AchievementGoal<PhotoDays> {
        AchievementGoal(id, title, about, need) { days in
            (days.total, days.streak.runs.joined().dropFirst(need - 1).first)
        }
    }

    private static func daysInARow(_ id: String, _ title: String, _ need: Int) -> AchievementGoal<PhotoDays> {
        AchievementGoal(id, title, "\(need) days in a row", need) { $0.streak.progress(toward: need) }
    }

    /// Returns the badges that these days reach.
    ///
    /// - Parameter kept: the stored days on which badges were reached, by identifier.
    func badges(kept: [String: Day] = [:], today: Day) -> AchievementBook {
        AchievementBook(PhotoDays.goals, of: self, reachedBefore: kept, today: today)
    }
}
