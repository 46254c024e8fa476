import Community
import Interface
import Kernel

/// The command `hub community status`.
struct StatusCommand: Sendable {
    let admin: CommunityAdmin

    private static let fields: [Field<CommunityStatus>] = [
        Field("id", title: "Community", "the community's id, wherever its folder is") { .text($0.place.id) },
        Field("folder", title: "Where", "its folder, or the address of its database") { .text($0.place.path) },
        Field("kind", title: "Kind", "folder, database or memory") { .text($0.kind.rawValue) },
        Field(
            "version", title: "Schema", "the version of the database", cell: { StyledText($0.schema?.sentence ?? "") }
        ) {
            .integer($0.schema?.version)
        },
        Field("newest", "the version that this program speaks") { .integer($0.schema?.newest) },
        Field("migrations", "how many steps wait for `community migrate`") { .integer($0.schema?.waiting) },
        Field("server", title: "Server", "primary, or standby, which is only read") {
            .text($0.schema.map { $0.isStandby ? "standby" : "primary" })
        },
        Field(
            "apps", title: "Apps", "the apps of those who take part",
            cell: { StyledText(($0.participants?.apps ?? []).joined(separator: ", ")) }
        ) { .texts($0.participants?.apps ?? []) },
        Field("people", title: "People", "who was let in; in a folder, who has written something") {
            .integer($0.participants?.people)
        },
        Field("developers", title: "Developers", "who answers; empty in a folder, where they share one key") {
            .integer($0.participants?.developers)
        },
        Field("mayAnswer", title: "You", "whether you may answer", cell: { StyledText(declared: $0.role) }) {
            $0.mayAnswer.map { .bool($0) } ?? .null
        },
    ]

    var status: Command {
        Command(
            "community status", "Show how the community stands that you answer",
            discussion: """
                Where it is and whether it can be reached, how far its schema has come, who takes part, and whether you may answer. The status is 75 when it \
                cannot be reached, or its schema is of another version.
                """, examples: [.init("community status", "what you answer for")],
            returns: .one(StatusCommand.fields)
        ) {
            guard let status = try admin.status() else { throw CommunityAdmin.unfounded }
            let facts = StatusCommand.fields.compactMap { field in
                field.title.map { (name: $0, value: field.cell(status)) }
            }
            let isOld = status.schema.map { $0.waiting > 0 } ?? false
            var output = Output.one(
                status, StatusCommand.fields, blocks: [.facts(facts.filter { !$0.value.text.isEmpty })],
                next: isOld ? ["community migrate \(status.place.path)"] : ["feedback list"])
            output.failure = status.trouble
            return output
        }
    }
}

extension BoardSchema {
    /// The version, with the missing steps or a newer version.
    fileprivate var sentence: String {
        if waiting > 0 { return "version \(version); \(counted(waiting, "step")) to version \(newest)" }
        return version > newest
            ? "version \(version), newer than this program, which speaks \(newest)" : "version \(version)"
    }
}

extension CommunityStatus {
    /// The caller's role, or empty for an unreachable community.
    fileprivate var role: String { mayAnswer.map { $0 ? "may answer" : "may only look" } ?? "" }
}
