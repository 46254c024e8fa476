import FeedbackCOIN
import Interface
import Kernel
import Reminders

/// The reminders of next steps on their day, and the status item with their number.
struct FollowUpReminders: Sendable {
    let journal: FeedbackJournal

    var reminder: Reminder {
        Reminder("follow-ups", "next steps, on the day they are due", rule: .daily(at: 9 * 3600)) { day in
            try journal.due(through: day).filter { $0.followUp?.due == day }.compactMap { DueRow($0, today: day) }.map {
                row in
                Reminder.Occasion(
                    key: row.entry.id.rawValue, title: row.text.step,
                    body: row.with.map { "The next step with \($0) is due today." } ?? "Due today.")
            }
        }
    }

    var status: StatusItem {
        StatusItem(
            "follow-ups", formatSpecifiers: [("fu", "next steps that are due"), ("fo", "next steps that are open")]
        ) {
            let rows = try journal.dueRows()
            let due = rows.count { $0.followUp.due <= journal.today }
            return StatusItem.Content(
                text: rows.isEmpty ? "No next step is open" : "\(counted(rows.count, "next step")) open, \(due) due",
                short: "\(due)/\(rows.count)", values: ["\(due)", "\(rows.count)"])
        }
    }
}
