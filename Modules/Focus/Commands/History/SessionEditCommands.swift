import Focus
import Interface
import Kernel

/// The commands that edit history: `session add`, `session edit` and `session delete`.
struct SessionEditCommands: Sendable {
    let log: FocusLog
    let tasks: TaskList
    let goals: FocusGoals

    private var fields: [Field<FocusHistory.Row>] { HistoryCommands.fields(by: log.time.calendar) }
    private var when: ValueKind<String> { .text("WHEN", limit: 200) }

    static let grammar = """
        Write from when to when: 'yesterday 9:00 to 9:50', 'today 14:00 for 25m', 'last friday 22:00 to 1:00', 'last 25m'. An end before its beginning \
        is after midnight. Times follow your clock.
        """

    /// The options for a record other than its times.
    private struct PurposeOptions: Sendable {
        let task: String?
        let tags: [String]
        let project: String?
        let removesTask, removesTags, removesProject: Bool

        var isEmpty: Bool {
            task == nil && tags.isEmpty && project == nil && !removesTask && !removesTags && !removesProject
        }
    }

    var add: Command {
        Command(
            "session add", "Add focus that the timer did not see",
            discussion: """
                \(SessionEditCommands.grammar) It counts by the minute in all sums, is marked as written by hand, and is no full round; for XP, two hours of it a day \
                count. Two periods cannot overlap, and none can lie in the future.
                """,
            examples: [
                .init("session add yesterday 9:00 to 9:50 --tag thesis", "Fifty minutes that you forgot"),
                .init("session add last 25m --task 'Write report'", "Up to now, for a task", runs: false),
            ],
            .rest("when", when, "from when to when"), task, tags, project, returns: .one(fields), changes: true
        ) { when, task, tags, project in
            let times = try SpanParser(time: log.time).times(of: when.joined(separator: " "))
            var purpose = FocusSession.Purpose(preset: FocusLog.preset)
            try change(
                &purpose,
                PurposeOptions(
                    task: task, tags: tags, project: project, removesTask: false, removesTags: false,
                    removesProject: false)
            )
            let record = try log.add(FocusLog.Draft(times, for: purpose))
            // A goal reached on a past day needs no announcement.
            let reached = record.day == log.time.today() ? try goals.reached(with: [record]) : []
            return changedOutput(record, also: reached.map(\.sentence), next: ["history", "undo"]) {
                "Added \($0) of focus on \($1) (\($2))."
            }
        }
    }

    var edit: Command {
        Command(
            "session edit", "Change a period of focus",
            discussion: """
                \(SessionEditCommands.grammar) If you change the times, the period counts as written by hand, and is no full round any more. Tags that you give replace \
                those that are there.
                """,
            examples: [
                .init("session edit 1 --tag thesis --project work", "What it was for"),
                .init("session edit 1 yesterday 9:00 to 9:40", "Other times"),
            ],
            name, .rest("when", when, isRequired: false, "from when to when, where that was not so"), task, tags,
            project, removals, returns: .one(fields), changes: true
        ) { name, when, task, tags, project, removals in
            let options = PurposeOptions(
                task: task, tags: tags, project: project, removesTask: removals[0], removesTags: removals[1],
                removesProject: removals[2])
            guard !when.isEmpty || !options.isEmpty else {
                throw Failure(
                    .nothingToChange, "Nothing to change was given.", advice: "Give times, --task, --tag or --project.",
                    kind: .usage)
            }
            let oldRecord = try log.record(name)
            let times = try when.isEmpty ? nil : SpanParser(time: log.time).times(of: when.joined(separator: " "))
            var purpose = oldRecord.purpose
            try change(&purpose, options)
            let record = try log.edit(oldRecord.id) { [purpose] draft in
                draft.times = times ?? draft.times
                draft.purpose = purpose
            }
            return changedOutput(record, next: ["history", "undo"]) { "Changed \($0) of focus on \($1) (\($2))." }
        }
    }

    var delete: Command {
        Command(
            "session delete", "Delete a period of focus from history",
            discussion: "Its minutes go out of all sums. `undo` brings it back.",
            examples: [.init("session delete 1 --yes", "The latest, without asking")], name, returns: .one(fields),
            changes: true
        ) { name in
            let record = try log.record(name)
            let length = Span.minutes(milliseconds: record.focused)
            return .confirm("Delete \(length) of focus on \(record.day.spelledOut)?") {
                changedOutput(try log.delete(record.id), next: ["undo", "history"]) {
                    "Deleted \($0) of focus on \($1) (\($2))."
                }
            }
        }
    }

    // MARK: - Shared parameters and output

    private var task: Parameter<String?> {
        .option("task", .text, "what it was for: a task's title or a part of it, or its id")
    }
    private var tags: Parameter<[String]> { .options("tag", .text("TAG", limit: 50), "a tag, as often as you like") }
    private var project: Parameter<String?> { .option("project", .text("PROJECT", limit: 50), "its project") }
    /// The flags `--no-task`, `--no-tags` and `--no-project`, in this order.
    private var removals: Parameter<[Bool]> {
        .group(
            .flag("no-task", "for no task"), .flag("no-tags", "without tags"), .flag("no-project", "without a project")
        ) {
            [$0, $1, $2]
        }
    }
    private var name: Parameter<String> {
        .argument("id", ValueKind<String>.text("ID", limit: 100).row(of: "history"), FocusLog.naming.help)
    }

    /// Changes a purpose by the options of a command.
    ///
    /// - Throws: `notOneWord`, `taskNotFound`, `taskAmbiguous`.
    private func change(_ purpose: inout FocusSession.Purpose, _ options: PurposeOptions) throws {
        if options.removesTask { (purpose.task, purpose.title) = (nil, nil) }
        if let name = options.task { purpose = .init(preset: purpose.preset, task: try tasks.task(name).task) }
        if options.removesTags { purpose.tags = [] }
        if !options.tags.isEmpty { purpose.tags = try options.tags.map(SessionEditCommands.word) }
        if options.removesProject { purpose.project = nil }
        if let project = options.project { purpose.project = try SessionEditCommands.word(project) }
    }

    /// Returns a tag or project, which is one word as on a task's line.
    private static func word(_ text: String) throws -> String {
        let word = text.hasPrefix("#") || text.hasPrefix("+") ? String(text.dropFirst()) : text
        guard !word.isEmpty, !word.contains(where: \.isWhitespace) else {
            throw Failure(
                .notOneWord, "“\(text)” is not one word.", advice: "Join its words, as in big-house.", kind: .usage)
        }
        return word
    }

    /// Returns the output after a change of history.
    ///
    /// - Parameter sentence: returns the notice for the length, the times and the identifier.
    private func changedOutput(
        _ record: FocusRecord, also: [String] = [], next: [String],
        _ sentence: (_ span: String, _ when: String, _ id: Identifier<FocusRecord>) -> String
    ) -> Output {
        let times = [record.start, record.end].map { ClockTime(log.time.calendar.secondOfDay(of: $0)).description }
        let purpose = record.purpose
        let purposeTexts = [
            purpose.title.map { "for “\($0)”" },
            purpose.tags.isEmpty ? nil : purpose.tags.map { "#\($0)" }.joined(separator: " "),
            purpose.project.map { "project \($0)" },
        ].compactMap { $0 }
        let when = ([record.day.spelledOut, times.joined(separator: "–")] + purposeTexts).joined(separator: ", ")
        let summary = sentence(Span.minutes(milliseconds: record.focused), when, record.id)
        return .changed(
            ([summary] + also).joined(separator: " "), FocusHistory.Row(record), fields, next: next)
    }
}
