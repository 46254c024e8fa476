import Community
import Documents
import Kernel
import Terminal

/// `hub announce`, `insights`, `metrics` and `board`.
struct FiguresDesk: Sendable {
    let stewardship: Stewardship

    private static let announced: [Field<Announcement>] = [
        Field("id", title: "Id", "the announcement's identifier") { .text($0.id.rawValue) },
        Field("title", title: "Title", "the title") { .text($0.title) },
        Field("message", "the message") { .text($0.message) },
        Field("category", title: "Category", "Release, Maintenance or Community") { .text($0.category.rawValue) },
        Field("postedAt", title: "From", "from when on it is shown") { .instant($0.postedAt) },
        Field("expiresAt", title: "Until", "when it hides itself") { .instant($0.expiresAt) },
        Field("targetVersion", title: "For", "the version it is about") { .text($0.targetVersion) },
    ]

    var announce: Command {
        Command(
            "announce", "Tell everybody something",
            examples: [.init("announce 'Version 1.1' 'It is here.' --category Release", "at once")],
            .argument("title", .words("TITLE"), "up to 120 characters"),
            .argument("message", .words("MESSAGE"), "up to 4,000 characters"),
            Parameter<Announcement.Category>.option(
                "category", .choice("KIND"), default: .community, shown: "Community", "what it is about"),
            .option("from", .day, "the first day it is shown; now when left out"),
            .option("until", .day, "the last day it is shown; for good when left out"),
            .option("target", .words("VERSION"), "the version it is about"), returns: .one(FiguresDesk.announced), changes: true
        ) { title, message, category, from, until, target in
            let made = try stewardship.announce(
                title, message, category: category, from: from, through: until, version: target)
            return .changed(
                "Announced “\(made.title)” (\(made.id)), shown from \(made.postedAt).", made, FiguresDesk.announced,
                next: ["board --html board.html"])
        }
    }

    var insights: Command {
        Command(
            "insights", "Show who takes part, in shares", discussion: "As everybody may see them: no group under five.",
            examples: [.init("insights", "by belt, mode and feature")], returns: .list(GroupRow.fields)
        ) { try GroupRow.output(stewardship.insights(), next: ["metrics"]) }
    }

    var metrics: Command {
        Command(
            "metrics", "Show how well the community is answered, beside its targets",
            discussion: """
                Targets: answers within 24 hours; of the people 30 % vote, 10 % give feedback, 20 % take part, 15 % review. People are counted by a \
                ping once a month that only those send who agreed to share usage data; everybody else is missing from the shares.
                """,
            examples: [.init("metrics", "this month")],
            .option("month", .month, "the month; this one when left out"), returns: .one(Metrics.fields)
        ) { month in .one(try stewardship.metrics(in: month?.description), Metrics.fields, next: ["insights"]) }
    }

    var board: Command {
        Command(
            "board", "Write the public roadmap and changelog as a web page",
            discussion: "One file that needs nothing else, light and dark by what the reader prefers.",
            examples: [
                .init("board --html -", "to standard output"), .init("board --html board.html", "to a file", runs: false),
            ],
            .destination(.option("html", .outputFile, "the file to write; standard output when left out"))
        ) { destination in
            let page = try BoardPage(roadmap: stewardship.roadmap(), new: stewardship.whatsNew()).page
            return try destination.taking(Array(page.html().utf8), "the board")
        }
    }
}

extension Metrics {
    static let fields: [Field<Metrics>] = [
        Field("month", title: "Month", "the month that the shares are of") { .text($0.month) },
        Field("people", title: "People counted", "by a monthly ping of those who agreed to it") { .integer($0.people) },
        Field(
            "medianHours", title: "Answered within (median)", "hours until half of the answers had come",
            cell: {
                StyledText(($0.medianHours.map { "\(Int($0.rounded())) h" } ?? "no answers yet") + "; target under 24 h")
            }
        ) { $0.medianHours.map { .number($0) } ?? .null },
        share("answeredInTime", "Answered in 24 h", "the share of answers within 24 hours", nil) { $0.answeredInTime },
        Field("pending", title: "Unanswered", "how many wait") { .integer($0.pending) },
        Field("oldestPending", title: "Oldest unanswered", "since when the oldest waits") { .instant($0.oldestPending) },
        share("voting", "Vote", "the share of people who ever voted", targets.voting) { $0.voting },
        share("feedback", "Give feedback", "the share who sent feedback in the month", targets.feedback) { $0.feedback },
        share("takingPart", "Take part", "the share who did anything here in the month", targets.takingPart) { $0.takingPart },
        share("reviewing", "Review", "the share who have reviewed", targets.reviewing) { $0.reviewing },
    ]

    private static func share(
        _ name: String, _ title: String, _ help: String, _ target: Double?, _ value: @escaping @Sendable (Metrics) -> Double?
    ) -> Field<Metrics> {
        let aim = target.map { "; target \(Int($0 * 100)) %" } ?? ""
        return Field(
            name, title: title, help + ", 0 to 1",
            cell: { StyledText((value($0)?.percent ?? "nobody is counted") + aim) }
        ) { value($0).map { .number($0) } ?? .null }
    }
}
