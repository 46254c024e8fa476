import Focus
import Kernel
import Terminal

/// Today's focus in one line: how far the goal is, and the days in a row. A bar shows it where its format asks for it by letters.
struct TodayStatus: Sendable {
    let history: FocusHistory
    let goals: FocusGoals

    private static let letters: [(letters: String, meaning: String)] = [
        ("fm", "minutes of focus today"), ("fg", "minutes that today should have"), ("fs", "days in a row"),
    ]

    var item: StatusItem { StatusItem("today", letters: TodayStatus.letters, content: content) }

    /// Nothing before there is anything to say.
    @Sendable private func content() throws -> StatusItem.Content? {
        let (tally, row) = (try goals.tally(), try history.streak())
        guard tally.today > 0 || row > 0 || tally.day != nil else { return nil }
        let goal = tally.day.map { " of \(Span(seconds: $0))" } ?? " of focus"
        return StatusItem.Content(
            text: "\(Span.minutes(milliseconds: tally.today * 1000))\(goal) today, \(counted(row, "day")) in a row", short: "",
            values: ["\(tally.today / 60)", tally.day.map { "\($0 / 60)" } ?? "", "\(row)"])
    }
}
