import Community
import Interface
import Kernel

/// The commands `community forget-me` and `export-mine`.
struct PersonalDataCommands: Sendable {
    let client: CommunityClient

    /// The result of an erasure.
    private struct ErasureResult: Sendable { let records: Int, leavesOldBytes: Bool }

    private static let fields: [Field<ErasureResult>] = [
        Field("records", title: "Records", "how many were removed from the community") { .integer($0.records) },
        Field("leavesOldBytes", "whether the community's log may hold old copies of them until it is compacted") {
            .bool($0.leavesOldBytes)
        },
    ]

    var forgetMe: Command {
        Command(
            "community forget-me", "Remove everything of yours from the community",
            discussion: """
                Removes your feedback with its answers, your suggestions, votes and counts, what this device keeps about you, and your anonymous name: \
                you start as somebody new. It cannot be undone. Your words are also removed from roadmap items.

                No app shows what was removed. But a community in a shared folder keeps a log of changes: old lines stay in it, where no command reads \
                them, until it is compacted. No trace of your votes stays.
                """,
            examples: [.init("community forget-me --yes", "without asking")],
            returns: .one(PersonalDataCommands.fields), changes: true
        ) {
            let personalData = try client.personalData()
            let count =
                personalData.feedback.count + personalData.suggestions.count + personalData.votes.count
                + personalData.upvotes.count
            return .confirm("Remove \(count) pieces of feedback, suggestions and votes, and everything else of yours?")
            {
                let (records, leavesOldBytes) = try client.forgetMe()
                let oldBytesNotice =
                    leavesOldBytes ? " Old lines stay in the community's log until it is compacted." : ""
                return .changed(
                    "Nothing of yours is left: \(counted(records, "record")) removed.\(oldBytesNotice)",
                    ErasureResult(records: records, leavesOldBytes: leavesOldBytes),
                    PersonalDataCommands.fields, next: ["community roadmap"])
            }
        }
    }

    var exportMine: Command {
        Command(
            "community export-mine", "Write everything that the community knows about you, as JSON",
            examples: [
                .init("community export-mine -", "to standard output"),
                .init("community export-mine mine.json", "to a file", runs: false),
            ],
            .destination(.optionalArgument("file", .outputFile, "the file to write; standard output if left out"))
        ) { try $0.write(client.exportMine(), "everything of yours") }
    }
}
