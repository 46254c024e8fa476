import Documents
import Interface
import Kernel
import Practice
import Progress

/// The `report` command, which writes the learner's progress as one page.
struct ReportCommand: Sendable {
    let record: @Sendable () throws -> TrackRecord
    let person: @Sendable () throws -> Person
    let product: String

    var command: Command {
        Command(
            "report", "Write a report of your progress as one web page",
            discussion: """
                One file that needs nothing else: your year, what you know of each area, how long words stay, your achievements and latest sessions. It \
                is light or dark as the reader prefers, can be printed, and every chart is also told in words. Your name and belt are in it. With --json \
                it is the figures of progress.
                """,
            examples: [
                .init("report --to report.html --replace", "to a file"), .init("report --to -", "to standard output"),
            ],
            .destination(
                .option("to", .pageFile, "the file to write; left out, a pipe gets it"), suggesting: "--to report.html")
        ) { destination in
            let record = try record()
            let person = try person()
            let overview = try record.overview()
            let page = ReportPage(
                person: person, overview: overview, curve: try record.retention(),
                sessions: try record.sessions(SessionFilter(limit: ReportPage.sessions)),
                title: { record.circumstances.kind($0).title },
                product: product
            ).page
            return try destination.write(
                Array(page.html().utf8), "the report", orList: [overview], ProgressOverviewCommand.fields)
        }
    }
}
