import Community
import Kernel
import Terminal

/// `community forget-me` and `export-mine`.
struct LeavingDesk: Sendable {
    let participation: Participation

    private struct Gone: Sendable { let records: Int, leavesOldBytes: Bool }

    private static let fields: [Field<Gone>] = [
        Field("records", title: "Records", "how many were removed from the community") { .integer($0.records) },
        Field("leavesOldBytes", "whether a log may hold old bytes of them until it is compacted") { .bool($0.leavesOldBytes) },
    ]

    var forgetMe: Command {
        Command(
            "community forget-me", "Remove everything of yours from the community",
            discussion: """
                Feedback with its answers, suggestions, votes, counts and what is kept about you on this device go, and so does your anonymous \
                name: you begin as somebody new. It cannot be undone. Where a roadmap item still had your words, it loses them.

                Records are gone for everybody who asks. A community in files is a log: old lines stay in it, where no command reads them, until it \
                is compacted. Of votes nothing stays.
                """,
            examples: [.init("community forget-me --yes", "without asking")], returns: .one(LeavingDesk.fields), changes: true
        ) {
            let mine = try participation.belongings()
            let count = mine.feedback.count + mine.suggestions.count + mine.votes.count + mine.upvotes.count
            return .confirm("Remove \(count) of your feedbacks, suggestions and votes, and everything else of yours?") {
                let (records, old) = try participation.forgetMe()
                let rest = old ? " Old lines stay in the community's log until it is compacted." : ""
                return .changed(
                    "Nothing of yours is left: \(counted(records, "record")) removed.\(rest)",
                    Gone(records: records, leavesOldBytes: old),
                    LeavingDesk.fields, next: ["community roadmap"])
            }
        }
    }

    var exportMine: Command {
        Command(
            "community export-mine", "Write everything that is known of you as JSON",
            examples: [
                .init("community export-mine -", "to standard output"),
                .init("community export-mine mine.json", "to a file", runs: false),
            ],
            .destination(.optionalArgument("file", .outputFile, "the file to write; standard output when left out"))
        ) { try $0.taking(participation.exportMine(), "everything of yours") }
    }
}
