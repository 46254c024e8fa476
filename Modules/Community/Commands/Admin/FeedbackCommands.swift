import Community
import Documents
import Interface
import Kernel

/// The commands of `hub feedback`.
struct FeedbackCommands: Sendable {
    let admin: CommunityAdmin
    /// Waits for a number of seconds.
    let sleep: @Sendable (Double) -> Void

    var list: Command {
        Command(
            "feedback list", "List feedback, unanswered first",
            discussion: """
                The newest comes first in each part. Other commands take the row of this list: `feedback show 1`. A number means the row as you \
                last saw it.
                """,
            examples: [
                .init("feedback list", "the last fifty"),
                .init("feedback list --status Pending --oldest", "what has waited longest"),
                .init("feedback list --app dojang", "of one app"),
            ],
            Parameter<Feedback.Status?>.option("status", .choice("STATUS"), "only what has this status"),
            .option("app", .words("APP"), "only what came from this app"),
            .option("limit", .integer(1...100_000), default: 50, "how many at most"),
            .flag("oldest", "oldest first"), returns: .list(Feedback.fields)
        ) { status, app, limit, oldest in try listOutput(status, app, limit, newestFirst: !oldest) }
    }

    /// Returns the feedback of a status and an app, with row numbers of the unfiltered list.
    private func listOutput(_ status: Feedback.Status?, _ app: String?, _ limit: Int, newestFirst: Bool) throws
        -> Output
    {
        // Row numbers refer to the unfiltered list, newest first.
        let isUnfiltered = status == nil && app == nil && newestFirst
        let allFeedback = try admin.feedbackUnansweredFirst(limit: isUnfiltered ? limit : nil)
        let rows = Dictionary(
            allFeedback.enumerated().map { ($0.element.id, $0.offset + 1) }, uniquingKeysWith: { first, _ in first })
        let ordered = newestFirst ? allFeedback : try admin.feedbackUnansweredFirst(newestFirst: false)
        let matches = ordered.filter {
            (status == nil || $0.responseStatus == status) && (app == nil || $0.device.app == app)
        }
        let shown = matches.prefix(limit)
        var output = Output.list(
            Array(shown), Feedback.fields, empty: emptyNotice(app, allFeedback),
            next: shown.isEmpty ? [] : ["feedback show ROW", "feedback respond ROW TEXT"]
        ).numbered(.at(shown.map { rows[$0.id] }), of: BoardNames.feedback.list)
        let total = try isUnfiltered ? admin.count() : matches.count
        if shown.count < total { output.notice = "Showing \(shown.count) of \(total); --limit shows more." }
        return output
    }

    /// Returns the text for an empty list, which names the apps with feedback.
    private func emptyNotice(_ app: String?, _ allFeedback: [Feedback]) -> String {
        let apps = Set(allFeedback.map(\.device.app)).sorted()
        guard let app, !apps.isEmpty, !apps.contains(app) else { return "No feedback." }
        return "There is no feedback from “\(app)”. Apps with feedback: \(apps.joined(separator: ", "))."
    }

    var show: Command {
        Command(
            "feedback show", "Show one piece of feedback in full",
            examples: [.init("feedback show ID", "one of the list", runs: false)], id, returns: .one(Feedback.fields)
        ) { typed in
            let feedback = try admin.feedback(admin.feedback(typed))
            let shownAbove = ["id", "text", "response", "category", "timestamp"]
            let facts = Feedback.fields.filter { !shownAbove.contains($0.name) }
                .map { (name: $0.name, value: StyledText($0.value(feedback).plainText)) }.filter {
                    !$0.value.text.isEmpty
                }
            let answer =
                feedback.developerResponse.map {
                    [.paragraph(StyledText("Your answer", .accent)), .paragraph(StyledText($0)), .gap]
                } ?? [Block]()
            return .one(
                feedback, Feedback.fields,
                blocks: [
                    .heading(StyledText(declared: feedback.category.title)),
                    .paragraph(StyledText("\(feedback.timestamp.description.prefix(10)) · \(feedback.id)", .muted)),
                    .paragraph(StyledText(feedback.text)), .gap,
                ] + answer + [.facts(facts)],
                next: [
                    feedback.developerResponse == nil
                        ? "feedback respond \(feedback.id.shortForm) TEXT"
                        : "feedback withdraw \(feedback.id.shortForm)"
                ])
        }
    }

    var wait: Command {
        Command(
            "feedback wait", "Wait for new feedback, and show it",
            discussion: """
                It returns as soon as something new has come. A database says so at once; a folder is looked at every two seconds. End it with Ctrl-C, or \
                with --for. In a loop it is a bell: while hub feedback wait; do notify-send Feedback; done
                """,
            examples: [.init("feedback wait --for 1", "for a second")],
            Parameter<Int?>.option(
                "for", .integer(1...604_800), "for how many seconds at most; without end if left out"),
            returns: .list(Feedback.fields)
        ) { seconds in
            let new = try admin.newFeedback(within: seconds.map(Double.init), sleep: sleep)
            return .list(
                new, Feedback.fields, empty: "Nothing new has come.",
                next: new.first.map {
                    ["feedback show \($0.id.shortForm)", "feedback respond \($0.id.shortForm) TEXT"]
                } ?? [])
        }
    }

    var respond: Command {
        Command(
            "feedback respond", "Answer feedback",
            discussion: "Its author is told once, and sees the answer as unread. A second answer replaces the first.",
            examples: [
                .init(
                    "feedback respond ID 'Thank you, fixed.' --status Implemented --target v1.1", "answer", runs: false)
            ],
            id,
            .argument("text", .words("TEXT"), "the answer, up to 4,000 characters"),
            Parameter<Feedback.Status>.option(
                "status", .choice("STATUS"), default: .responded, shown: "Responded", "what became of it"),
            .option("target", .words("VERSION"), "the version it is meant for"), returns: .one(Feedback.fields),
            changes: true
        ) { typed, text, status, target in
            let id = try admin.feedback(typed)
            let before = try admin.feedback(id).developerResponse
            let changed = try admin.respond(to: id, text, status: status, target: target)
            let oldAnswer = before.map { " The answer before was: “\($0)”" } ?? ""
            return .changed(
                "Answered \(changed.id).\(oldAnswer)", changed, Feedback.fields,
                next: ["feedback list --status Pending --oldest", "feedback withdraw \(changed.id.shortForm)"])
        }
    }

    var withdraw: Command {
        Command(
            "feedback withdraw", "Take an answer back",
            discussion:
                "Its author no longer sees the answer, and the feedback waits for a new one. The author may have read it already.",
            examples: [.init("feedback withdraw ID", "it was meant for somebody else", runs: false)],
            id, returns: .one(Feedback.fields), changes: true
        ) { typed in
            let id = try admin.feedback(typed)
            let before = try admin.feedback(id).developerResponse
            let changed = try admin.withdrawAnswer(to: id)
            let oldAnswer = before.map { " It was: “\($0)”" } ?? ""
            return .changed(
                "Took back the answer to \(changed.id).\(oldAnswer)", changed, Feedback.fields,
                next: ["feedback respond \(changed.id.shortForm) TEXT"])
        }
    }

    var status: Command {
        Command(
            "feedback status", "Say what became of feedback",
            examples: [.init("feedback status ID Implemented --target v1.2", "it is done", runs: false)], id,
            Parameter<Feedback.Status>.argument("status", .choice("STATUS"), "what became of it"),
            .option("target", .words("VERSION"), "the version it is meant for"), returns: .one(Feedback.fields),
            changes: true
        ) { typed, status, target in
            let id = try admin.feedback(typed)
            let before = try admin.feedback(id).responseStatus
            let changed = try admin.setStatus(of: id, status, target: target)
            return .changed(
                "\(changed.id) is \(changed.responseStatus.rawValue) now; it was \(before.rawValue).", changed,
                Feedback.fields, next: ["feedback list", "feedback status \(changed.id.shortForm) \(before.rawValue)"])
        }
    }

    var export: Command {
        Command(
            "feedback export", "Write all feedback as comma-separated values",
            discussion: "Safe to open in a spreadsheet.", examples: [.init("feedback export -", "to standard output")],
            .destination(.optionalArgument("file", .outputFile, "the file to write; standard output if left out"))
        ) { destination in
            let rows = try admin.feedback(newestFirst: false).map { feedback in
                Feedback.fields.map { $0.value(feedback).plainText }
            }
            let text = CSV.text([Feedback.fields.map(\.name)] + rows)
            // Files keep carriage returns, terminals and pipes do not.
            let written = destination.isFile ? text : text.replacing("\r\n", with: "\n")
            return try destination.write(Array(written.utf8), counted(rows.count, "feedback"))
        }
    }

    private var id: Parameter<String> { .feedback("id", of: admin, BoardNames.feedback.help) }
}
