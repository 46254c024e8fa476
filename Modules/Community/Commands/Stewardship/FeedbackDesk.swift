import Community
import Documents
import Kernel
import Terminal

/// `hub feedback`.
struct FeedbackDesk: Sendable {
    let stewardship: Stewardship

    var list: Command {
        Command(
            "feedback list", "List feedback, newest first",
            examples: [
                .init("feedback list", "the last fifty"), .init("feedback list --status Pending --oldest", "what waits longest"),
            ],
            Parameter<Feedback.Status?>.option("status", .choice("STATUS"), "only what has this status"),
            .option("limit", .integer(1...100_000), default: 50, "how many at most"),
            .flag("oldest", "oldest first"), returns: .list(Feedback.fields)
        ) { status, limit, oldest in
            let found = try stewardship.feedback(status, newestFirst: !oldest, limit: limit)
            return .list(
                found, Feedback.fields, empty: "No feedback.", next: found.first.map { ["feedback show \($0.id)"] } ?? [])
        }
    }

    var show: Command {
        Command(
            "feedback show", "Show one feedback whole", examples: [.init("feedback show ID", "one of the list", runs: false)],
            id, returns: .one(Feedback.fields)
        ) { id in
            let found = try stewardship.feedback(Identifier<Feedback>(id))
            let facts = Feedback.fields.map { (name: $0.name, value: StyledText($0.value(found).plainText)) }.filter {
                !$0.value.text.isEmpty
            }
            return .one(found, Feedback.fields, blocks: [.facts(facts)], next: ["feedback respond \(found.id) TEXT"])
        }
    }

    var respond: Command {
        Command(
            "feedback respond", "Answer feedback", discussion: "Its writer is told once, and sees it as unread.",
            examples: [
                .init("feedback respond ID 'Thank you, fixed.' --status Implemented --target v1.1", "answer", runs: false)
            ],
            id,
            .argument("text", .words("TEXT"), "the answer, up to 4,000 characters"),
            Parameter<Feedback.Status>.option(
                "status", .choice("STATUS"), default: .responded, shown: "Responded", "what became of it"),
            .option("target", .words("VERSION"), "the version it is meant for"), returns: .one(Feedback.fields), changes: true
        ) { id, text, status, target in
            let changed = try stewardship.respond(to: Identifier(id), text, status: status, target: target)
            return .changed(
                "Answered \(changed.id).", changed, Feedback.fields, next: ["feedback list --status Pending --oldest"])
        }
    }

    var status: Command {
        Command(
            "feedback status", "Say what became of feedback",
            examples: [.init("feedback status ID Implemented --target v1.2", "it is done", runs: false)],
            id,
            Parameter<Feedback.Status>.argument("status", .choice("STATUS"), "what became of it"),
            .option("target", .words("VERSION"), "the version it is meant for"), returns: .one(Feedback.fields), changes: true
        ) { id, status, target in
            let changed = try stewardship.setStatus(of: Identifier(id), status, target: target)
            return .changed(
                "\(changed.id) is \(changed.responseStatus.rawValue) now.", changed, Feedback.fields, next: ["feedback list"])
        }
    }

    var tag: Command {
        Command(
            "feedback tag", "Sort feedback under themes, and say how bad it is",
            examples: [.init("feedback tag ID --tag diagrams --severity High", "one theme", runs: false)],
            id,
            .options("tag", .words("TAG"), "a theme; together they replace those there are"),
            Parameter<Feedback.Severity?>.option("severity", .choice("SEVERITY"), "how bad it is"),
            returns: .one(Feedback.fields), changes: true
        ) { id, tags, severity in
            guard !tags.isEmpty || severity != nil else {
                throw Failure(
                    .nothingToChange, "Nothing was given to change.", advice: "Give --tag or --severity.", kind: .usage)
            }
            let changed = try stewardship.triage(Identifier(id), tags: tags.isEmpty ? nil : tags, severity: severity)
            return .changed("Sorted \(changed.id).", changed, Feedback.fields, next: ["feedback tags"])
        }
    }

    var tags: Command {
        let fields: [Field<TagShare>] = [
            Field("tag", title: "Theme", "the theme") { .text($0.tag) },
            Field("count", title: "Feedback", "how much bears it", alignsRight: true) { .integer($0.count) },
            Field(
                "share", title: "Share", "its share of what bears any, 0 to 1", alignsRight: true,
                cell: { StyledText($0.share.percent) }
            ) { .number($0.share) },
            Field(
                "decides", title: "", "whether it is 60 % or more and decides what comes next",
                cell: { StyledText($0.decides ? "decides what comes next" : "", .accent) }
            ) { .bool($0.decides) },
        ]
        return Command(
            "feedback tags", "Show the share of each theme", examples: [.init("feedback tags", "greatest first")],
            returns: .list(fields)
        ) {
            .list(try stewardship.tags(), fields, empty: "Nothing bears a theme yet.", next: ["feedback tag ID --tag THEME"])
        }
    }

    var export: Command {
        Command(
            "feedback export", "Write all feedback as comma-separated values", discussion: "Safe to open in a spreadsheet.",
            examples: [.init("feedback export -", "to standard output")],
            .destination(.optionalArgument("file", .outputFile, "the file to write; standard output when left out"))
        ) { destination in
            let rows = try stewardship.feedback(newestFirst: false).map { one in Feedback.fields.map { $0.value(one).plainText } }
            let text = CSV.text([Feedback.fields.map(\.name)] + rows)
            // Carriage returns are for files, not for a terminal or a pipe.
            let written = destination.isFile ? text : text.replacing("\r\n", with: "\n")
            return try destination.taking(Array(written.utf8), counted(rows.count, "feedback"))
        }
    }

    private var id: Parameter<String> {
        .argument("id", ValueKind<String>.id { try stewardship.feedback(limit: 50).map(\.id.rawValue) }, "the feedback")
    }
}

extension Feedback {
    /// What developers see of feedback.
    static let fields: [Field<Feedback>] = [
        Field("id", title: "Id", "the feedback's identifier") { .text($0.id.rawValue) },
        Field("category", title: "Category", "Bug, Feature, Content or General") { .text($0.category.rawValue) },
        Field("text", title: "Text", "what was written", cell: { StyledText($0.text.inShort) }) { .text($0.text) },
        Field("timestamp", title: "When", "when", cell: { StyledText(String($0.timestamp.description.prefix(10))) }) {
            .instant($0.timestamp)
        },
        Field("status", title: "Status", "Pending, Responded or Implemented") { .text($0.responseStatus.rawValue) },
        Field("author", "the anonymous name of who wrote it") { .text($0.author.rawValue) },
        Field("app", "the app") { .text($0.device.app) }, Field("appVersion", "its version") { .text($0.device.appVersion) },
        Field("system", "the operating system") { .text($0.device.system) },
        Field("machine", "the machine") { .text($0.device.machine) },
        Field("belt", "with consent only") { .text($0.usage?.belt) },
        Field("mode", "with consent only") { .text($0.usage?.mode) },
        Field("feature", "with consent only") { .text($0.usage?.feature) },
        Field("sessions", "with consent only") { .integer($0.usage?.sessions) },
        Field("response", "the answer") { .text($0.developerResponse) },
        Field("responseTimestamp", "when it was answered") { .instant($0.responseTimestamp) },
        Field("targetVersion", title: "For", "the version it is meant for") { .text($0.targetVersion) },
        Field("tags", title: "Themes", "themes") { .texts($0.tags) },
        Field("severity", title: "Severity", "Critical, High, Medium or Low") { .text($0.severity?.rawValue) },
        Field("hidden", "why it is hidden") { .text($0.hiddenBecause) },
    ]
}
