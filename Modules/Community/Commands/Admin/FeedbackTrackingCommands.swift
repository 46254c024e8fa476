import Community
import Interface
import Kernel

/// The commands `hub feedback tag`, `tags`, `track`, `stage`, `same` and `apart`, for severity,
/// duplicates and progress.
struct FeedbackTrackingCommands: Sendable {
    let admin: CommunityAdmin

    var tag: Command {
        Command(
            "feedback tag", "Sort feedback under themes, and say how bad it is",
            examples: [.init("feedback tag ID --tag diagrams --severity High", "one theme", runs: false)], id,
            .options("tag", .words("TAG"), "a theme; the new themes replace the old ones"),
            Parameter<Feedback.Severity?>.option("severity", .choice("SEVERITY"), "how bad it is"),
            returns: .one(Feedback.fields), changes: true
        ) { typed, tags, severity in
            guard !tags.isEmpty || severity != nil else {
                throw Failure(
                    .nothingToChange, "No change was given.", advice: "Give --tag or --severity.", kind: .usage)
            }
            let changed = try admin.triage(admin.feedback(typed), tags: tags.isEmpty ? nil : tags, severity: severity)
            return .changed(
                "Sorted \(changed.id).", changed, Feedback.fields, next: ["feedback track", "feedback tags"])
        }
    }

    var tags: Command {
        let fields: [Field<TagShare>] = [
            Field("tag", title: "Theme", "the theme") { .text($0.tag) },
            Field("count", title: "Feedback", "how many have it", alignsRight: true) { .integer($0.count) },
            Field(
                "share", title: "Share", "its share of all tagged feedback, 0 to 1", alignsRight: true,
                cell: { StyledText($0.share.percent) }
            ) { .number($0.share) },
            Field(
                "decides", title: "", "whether it has 60 % or more, and so decides what comes next",
                cell: { StyledText($0.decides ? "decides what comes next" : "", .accent) }
            ) { .bool($0.decides) },
        ]
        return Command(
            "feedback tags", "Show the share of each theme", examples: [.init("feedback tags", "largest first")],
            returns: .list(fields)
        ) {
            .list(
                try admin.tags(), fields, empty: "No feedback has a theme yet.", next: ["feedback tag ID --tag THEME"])
        }
    }

    // MARK: - Tracking

    /// Tracked feedback as of today.
    private struct Row: Sendable {
        let feedback: TrackedFeedback
        /// The number of days that it was open.
        let days: Int
    }

    private static let rowFields: [Field<Row>] = [
        Field("id", title: "Id", "the feedback's identifier", cell: { StyledText($0.feedback.id.shortForm, .muted) }) {
            .text($0.feedback.id.rawValue)
        },
        Field("app", title: "App", "the app") { .text($0.feedback.app) },
        Field("severity", title: "Severity", "Critical, High, Medium or Low") { .text($0.feedback.severity?.rawValue) },
        Field("people", title: "People", "how many said it, or the same", alignsRight: true) {
            .integer($0.feedback.people)
        },
        Field("stage", title: "Stage", "Collect, Triage, Validate, Implement, Test, Deploy or Verify") {
            .text($0.feedback.stage.rawValue)
        },
        Field("status", title: "Told", "Pending, Responded or Implemented: what its author was told") {
            .text($0.feedback.status.rawValue)
        },
        Field("days", title: "Days", "how many it was open, until it was implemented", alignsRight: true) {
            .integer($0.days)
        },
        Field("text", title: "Text", "what was written", cell: { StyledText($0.feedback.text.firstLine) }) {
            .text($0.feedback.text)
        },
        Field("category", "Bug, Feature, Content or General") { .text($0.feedback.category.rawValue) },
        Field("targetVersion", "the version it is meant for") { .text($0.feedback.target) },
        Field("timestamp", "when it was written") { .instant($0.feedback.writtenAt) },
        Field("resolvedOn", "since when it is implemented") { .day($0.feedback.resolvedOn) },
        Field("over", "whether nothing is left to do") { .bool($0.feedback.isOver) },
    ]

    var track: Command {
        Command(
            "feedback track", "Show what is left to do about feedback, the worst first",
            discussion: """
                Sorted by severity, then by how many people said the same, then by age. It leaves out what has come to its end: what was verified, and what \
                was answered and never judged; --all shows it too.
                """,
            examples: [
                .init("feedback track", "what comes next"),
                .init("feedback track --severity Critical", "what cannot wait"),
                .init("feedback track --all --app dojang", "everything of one app"),
            ],
            Parameter<Feedback.Severity?>.option("severity", .choice("SEVERITY"), "only what is as bad"),
            .option("app", .words("APP"), "only what came from this app"),
            .flag("all", "also what has come to its end"),
            returns: .list(FeedbackTrackingCommands.rowFields)
        ) { severity, app, all in
            let today = admin.today
            let calendar = admin.calendar
            let tracked = try admin.tracked()
            let matches = tracked.filter {
                (all || !$0.isOver) && (severity == nil || $0.severity == severity) && (app == nil || $0.app == app)
            }
            return .list(
                matches.map { Row(feedback: $0, days: $0.days(until: today, by: calendar)) },
                FeedbackTrackingCommands.rowFields,
                empty: tracked.isEmpty ? "No feedback." : "Nothing is left to do.",
                next: matches.first.map {
                    ["feedback show \($0.id.shortForm)", "feedback stage \($0.id.shortForm) STAGE"]
                } ?? [])
        }
    }

    var stage: Command {
        Command(
            "feedback stage", "Say how far feedback has come",
            discussion: """
                The stages are Collect, Triage, Validate, Implement, Test, Deploy, Verify; feedback tag moves to Triage what was only collected. Only \
                developers see them: feedback status tells its author what became of it.
                """,
            examples: [.init("feedback stage ID Validate", "it was seen to be so", runs: false)], id,
            Parameter<Feedback.Stage>.argument("stage", .choice("STAGE"), "how far it is"),
            returns: .one(Feedback.fields), changes: true
        ) { typed, stage in
            let id = try admin.feedback(typed)
            let before = try admin.feedback(id).stage ?? .collect
            let changed = try admin.move(id, to: stage)
            let isAuthorUninformed = [.deploy, .verify].contains(stage) && changed.responseStatus != .implemented
            return .changed(
                "\(changed.id) is at \(stage.rawValue) now; it was at \(before.rawValue).", changed, Feedback.fields,
                next: [isAuthorUninformed ? "feedback status \(changed.id.shortForm) Implemented" : "feedback track"])
        }
    }

    var same: Command {
        Command(
            "feedback same", "Say that two pieces of feedback say the same",
            discussion: """
                The first is counted at the second from then on, one for each person; each keeps its own answer. feedback apart takes that back.
                """,
            examples: [.init("feedback same ID OTHER", "the first says what the second says", runs: false)], id,
            .feedback("other", of: admin, "the feedback at which it is counted, in the same way"),
            returns: .one(Feedback.fields), changes: true
        ) { typed, other in
            let (id, target) = try (admin.feedback(typed), admin.feedback(other))
            let changed = try admin.setDuplicate(id, to: target)
            let people = try admin.tracked().first { $0.id == changed.sameAs }?.people
            let count = people.map { ": \(counted($0, "person", "people")) said it" } ?? ""
            return .changed(
                "\(changed.id) is counted at \(changed.sameAs ?? target)\(count).", changed, Feedback.fields,
                next: ["feedback track", "feedback apart \(changed.id.shortForm)"])
        }
    }

    var apart: Command {
        Command(
            "feedback apart", "Let feedback stand for itself again",
            examples: [.init("feedback apart ID", "it says something else", runs: false)], id,
            returns: .one(Feedback.fields), changes: true
        ) { typed in
            let changed = try admin.setDuplicate(admin.feedback(typed), to: nil)
            return .changed(
                "\(changed.id) stands for itself.", changed, Feedback.fields,
                next: ["feedback track", "feedback same \(changed.id.shortForm) OTHER"])
        }
    }

    private var id: Parameter<String> { .feedback("id", of: admin, BoardNames.feedback.help) }
}

extension Parameter where Value == String {
    /// Creates an argument that names feedback by its row or id.
    static func feedback(_ name: String, of admin: CommunityAdmin, _ help: String) -> Self {
        .argument(
            name,
            ValueKind<String>.id { try admin.feedback(limit: 50).map(\.id.rawValue) }.row(of: BoardNames.feedback.list),
            help)
    }
}
