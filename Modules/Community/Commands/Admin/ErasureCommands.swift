import Community
import Documents
import Interface
import Kernel

/// The commands `hub community forgotten` and `forget-again`, which repeat erasures after a backup
/// was restored.
struct ErasureCommands: Sendable {
    let admin: CommunityAdmin

    /// The numbers of people and records that an erasure removed.
    private struct ErasureResult: Sendable { let people, records: Int }
    private static let fields: [Field<ErasureResult>] = [
        Field("people", title: "People", "whom the backup had brought back") { .integer($0.people) },
        Field("records", title: "Records", "what of theirs is gone") { .integer($0.records) },
    ]

    var forgotten: Command {
        Command(
            "community forgotten", "Write down who wanted to be forgotten",
            discussion: """
                A hash for each, which says nothing outside of this database. Keep the newest list apart from its backups: behind one of them, community \
                forget-again forgets these people anew.
                """,
            examples: [.init("community forgotten forgotten.txt", "each night, beside the backup", runs: false)],
            .destination(.optionalArgument("file", .outputFile, "the file to write; standard output if left out"))
        ) { destination in
            let hashes = try admin.forgotten()
            return try destination.write(
                Array(hashes.map { $0 + "\n" }.joined().utf8), counted(hashes.count, "person", "people"))
        }
    }

    var again: Command {
        Command(
            "community forget-again", "Forget those whom a backup has brought back",
            discussion: "Before anybody is let in again. It can be done twice. Asks first; --yes answers.",
            examples: [.init("community forget-again forgotten.txt --yes", "behind a backup", runs: false)],
            .argument("file", .inputFile, "what community forgotten wrote, - for standard input"),
            returns: .one(ErasureCommands.fields), changes: true
        ) { file in
            let list = String(decoding: try file.bytes(limit: 1 << 28), as: UTF8.self)
            let count = list.split(whereSeparator: \.isNewline).count
            return .confirm(
                "Remove whatever is there of \(counted(count, "person", "people")) who wanted to be forgotten?"
            ) {
                let (people, records) = try admin.forgetAgain(list)
                return .changed(
                    "Forgot \(counted(people, "person", "people")) again: \(counted(records, "record")) removed.",
                    ErasureResult(people: people, records: records), ErasureCommands.fields, next: ["community status"])
            }
        }
    }
}
