import Community
import Documents
import Interface
import Kernel

/// The commands `hub insights`, `metrics` and `board`.
struct InsightCommands: Sendable {
    let admin: CommunityAdmin

    var insights: Command {
        Command(
            "insights", "Show who takes part, in per cent",
            discussion: "As everybody can see it: no group of fewer than five.",
            examples: [.init("insights", "by belt, mode and feature")], returns: .list(GroupRow.fields)
        ) { try GroupRow.output(admin.insights(), next: ["metrics"]) }
    }

    var metrics: Command {
        Command(
            "metrics", "Show how well you answer the community, compared with the targets",
            discussion: """
                Targets: answers within 24 hours; 30 % of people vote, 10 % give feedback, 20 % take part, 15 % review. People are counted by a \
                monthly message, which apps send only if the user agreed to share usage data; nobody else is counted.
                """,
            examples: [.init("metrics", "this month")],
            .option("month", .month, "the month; this month if left out"), returns: .one(Metrics.fields)
        ) { month in .one(try admin.metrics(in: month?.description), Metrics.fields, next: ["insights"]) }
    }

    var board: Command {
        Command(
            "board", "Write the public roadmap and changelog as a web page",
            discussion: "One file that needs nothing else. It is light or dark, as the reader prefers.",
            examples: [
                .init("board --html -", "to standard output"),
                .init("board --html board.html", "to a file", runs: false),
                .init("board --app dojang", "the board of one app"),
            ],
            .option("app", .words("APP"), "the app whose board it is; all apps if left out"),
            .destination(.option("html", .pageFile, "the file to write; standard output if left out"))
        ) { app, destination in
            let roadmap = try admin.roadmap().filter { $0.item.isPlanned(for: app) }
            let page = try BoardPage(app: app, roadmap: roadmap, new: admin.whatsNew(for: app), made: admin.today)
                .page
            return try destination.write(Array(page.html().utf8), "the board")
        }
    }
}

extension Metrics {
    static let fields: [Field<Metrics>] = [
        Field("month", title: "Month", "the month of the percentages") { .text($0.month) },
        Field("people", title: "People counted", "counted by a monthly message from those who agreed to it") {
            .integer($0.people)
        },
        Field(
            "medianHours", title: "Answered within (median)", "hours until half of the answers had come",
            cell: {
                $0.medianHours.map { StyledText("\(Int($0.rounded())) h; target under 24 h") }
                    ?? StyledText("no answers yet; target under 24 h")
            }
        ) { $0.medianHours.map { .number($0) } ?? .null },
        share("answeredInTime", "Answered in 24 h", "the share of answers within 24 hours, 0 to 1", nil) {
            $0.answeredInTime
        },
        Field("pending", title: "Unanswered", "how many wait") { .integer($0.pending) },
        Field("oldestPending", title: "Oldest unanswered", "since when the oldest waits") {
            .instant($0.oldestPending)
        },
        share("voting", "Vote", "the share of people who ever voted, 0 to 1", targets.voting) { $0.voting },
        share("feedback", "Give feedback", "the share who sent feedback in the month, 0 to 1", targets.feedback) {
            $0.feedback
        },
        share("takingPart", "Take part", "the share who did anything here in the month, 0 to 1", targets.takingPart) {
            $0.takingPart
        },
        share("reviewing", "Review", "the share who have reviewed, 0 to 1", targets.reviewing) { $0.reviewing },
    ]

    /// Creates a field for a share, with its target.
    private static func share(
        _ name: String, _ title: String, _ help: String, _ target: Double?,
        _ value: @escaping @Sendable (Metrics) -> Double?
    ) -> Field<Metrics> {
        let targetText = target.map { "; target \(Int($0 * 100)) %" } ?? ""
        return Field(
            name, title: title, help,
            cell: {
                (value($0).map { StyledText($0.percent) } ?? "nobody is counted") + StyledText(declared: targetText)
            }
        ) { value($0).map { .number($0) } ?? .null }
    }
}
