import FeedbackCOIN
import Interface
import Kernel

/// The commands for feedback after it was written.
struct FollowUpCommands: Sendable {
    let journal: FeedbackJournal

    private var parameters: EntryParameters { EntryParameters(journal: journal) }

    /// The argument after `follow-up ID`.
    enum Word: Hashable, Sendable {
        case until(Day)
        case done
        case clear

        static let kind = ValueKind<Word>(
            "DAY", values: "a day as in 'next friday' or 2026-12-01, done, clear",
            candidates: { _ in ["done", "clear", "tomorrow", "next friday"] }
        ) { word, context in
            switch word.lowercased() {
            case "done": .done
            case "clear": .clear
            default: .until(try ValueKind<Day>.day.parse(word, context))
            }
        }
    }

    static let on = Parameter<Day?>.option("on", .pastDay, "the day it was; today if left out")

    var mark: Command {
        Command(
            "mark", "Say how far feedback has come",
            discussion: """
                discussed: you talked it over. done: nothing is left to do, its next step included. open takes both back. Whether it is a draft or shared \
                follows from the messages that went out.
                """,
            examples: [
                .init("mark latest discussed", "after you talked"),
                .init("mark latest done --on yesterday", "since a day"),
            ],
            parameters.id, .argument("state", ValueKind<EntryMark>.choice("STATE"), "how far it has come"),
            FollowUpCommands.on, returns: .one(EntryRow.fields), changes: true
        ) { id, mark, day in
            let entry = try journal.entry(id)
            let updated = try journal.mark(entry.id, mark, on: day)
            let state = mark == .open ? "open again: \(updated.status.rawValue)" : mark.rawValue
            return changeOutput(entry, updated, "“\(updated.text.preview)” (\(updated.id)) is \(state) now.")
        }
    }

    var followUp: Command {
        Command(
            "follow-up", "Set the day of a next step, or say that it is done",
            discussion:
                "Without a text, the next steps of the entry are meant. You are reminded on its day, see `remind list`.",
            examples: [
                .init("follow-up latest 'next friday' 'Ask how it went'", "what, and until when"),
                .init("follow-up latest done", "when it is done", runs: false),
                .init("follow-up latest clear", "to take it away"),
            ],
            parameters.id, .argument("day", Word.kind, "until when; or done, or clear"),
            .optionalArgument("text", EntryParameters.raw, "what is to be done"), returns: .one(EntryRow.fields),
            changes: true
        ) { id, word, text in
            let entry = try journal.entry(id)
            if case .until = word {
            } else if text != nil {
                throw Failure(
                    .stepWithoutDay, "A text needs a day until which it is to be done.",
                    advice: "As in: follow-up \(entry.id.shortForm) friday TEXT", kind: .usage)
            }
            switch word {
            case .until(let day):
                let updated = try journal.setFollowUp(entry.id, up: FollowUp(text, due: day))
                let step = updated.followUp.map { FollowUpText(updated, $0, today: journal.today).text } ?? ""
                return changeOutput(
                    entry, updated, "The next step of “\(updated.text.preview)” (\(updated.id)): \(step).")
            case .done:
                let updated = try journal.finishFollowUp(of: entry.id)
                return changeOutput(
                    entry, updated, "The next step of “\(updated.text.preview)” (\(updated.id)) is done.")
            case .clear:
                let updated = try journal.setFollowUp(entry.id, up: nil)
                return changeOutput(
                    entry, updated, "“\(updated.text.preview)” (\(updated.id)) has no next step with a day any more.")
            }
        }
    }

    /// Returns the message after a change, or that nothing was changed.
    private func changeOutput(_ before: FeedbackEntry, _ updated: FeedbackEntry, _ notice: String) -> Output {
        let isChanged = updated != before
        return .changed(
            isChanged ? notice : "Nothing was changed.", journal.row(updated), EntryRow.fields,
            next: ["show \(updated.id.shortForm)"] + (isChanged ? ["undo"] : []))
    }

    var due: Command {
        Command(
            "due", "List the next steps that are open, overdue first",
            examples: [.init("due", "all of them"), .init("due --through 'next friday'", "those of the next days")],
            .option("through", .day, "only those up to this day"),
            .option("person", parameters.person, "only those with somebody"), returns: .list(DueRow.fields)
        ) { day, person in
            let rows = try journal.dueRows(through: day, about: person.map { try journal.person($0) })
            let overdue = rows.count(where: \.text.isOverdue)
            let footer =
                overdue == 0 ? [] : [Block.paragraph(StyledText("\(overdue) of \(rows.count) overdue.", .warning))]
            return .list(
                rows, DueRow.fields, heading: "Next steps",
                empty: "No next step is open. `follow-up ID DAY` sets one.", footer: footer,
                next: rows.first.map { ["follow-up \($0.entry.id.shortForm) done", "show \($0.entry.id.shortForm)"] }
                    ?? ["list"])
        }
    }
}

extension FeedbackJournal {
    func dueRows(through day: Day? = nil, about person: People.Member? = nil) throws -> [DueRow] {
        let today = today
        return try due(through: day, about: person).compactMap { DueRow($0, today: today) }
    }
}
