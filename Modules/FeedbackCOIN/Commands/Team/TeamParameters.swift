import FeedbackCOIN
import Groups
import Interface
import Kernel
import Outbox

/// The parameters that several commands of `team` share.
struct TeamParameters: Sendable {
    let teams: FeedbackTeam

    static let naming = RecordNaming<TeamItem>(
        "message", listedBy: "team inbox", missing: .paperNotFound, names: { [$0.post.id.rawValue] }, title: \.preview)

    /// Text as typed.
    ///
    /// The team checks it.
    static let raw = ValueKind<String>("TEXT") { word, _ in word }

    static let place = ValueKind<String>.text("PLACE", limit: 4096)

    var team: Parameter<String?> {
        .option(
            "in",
            ValueKind<String>("TEAM") { word, _ in word }.completed { [teams] _ in
                (try? teams.membership.groups().map(\.name)) ?? []
            }, "which team, where you are in several: its name, or the beginning of its id")
    }

    /// The name of a member, completed from the last snapshots.
    var member: ValueKind<String> {
        ValueKind<String>("NAME") { word, _ in word }.completed { [teams] _ in
            (try? teams.savedContents().flatMap { $0.snapshot.view.members.map(\.name) }) ?? []
        }
    }

    var id: Parameter<String> {
        .argument(
            "id",
            ValueKind<String>("ID", values: "a row or an id") { word, _ in word }.completed { [teams] _ in
                (try? teams.savedContents().flatMap { $0.items.map(\.post.id.rawValue) }) ?? []
            }
            .row(of: TeamParameters.naming.list), TeamParameters.naming.help)
    }

    /// Returns the current state of the team that a name means.
    func content(_ name: String?) throws -> FeedbackTeam.Content {
        try teams.content(at: teams.membership.group(name))
    }

    /// Returns the message that a row or an identifier means.
    func item(_ name: String, in content: FeedbackTeam.Content) throws -> TeamItem {
        try TeamParameters.naming.uniqueMatch(name, of: content.items)
    }
}

extension Output {
    /// Adds the date of a stale copy to the output, and makes it fail with the reason.
    func withCopyNotice(_ content: FeedbackTeam.Content, day: (Instant) -> Day) -> Output {
        guard let trouble = content.snapshot.trouble else { return self }
        var output = self
        let notice = CopyNotice.text(asOf: content.snapshot.asOf.map { day($0).description })
        output.blocks += [.gap, .paragraph(StyledText(declared: notice, .warning))]
        output.failure = trouble
        return output
    }
}
