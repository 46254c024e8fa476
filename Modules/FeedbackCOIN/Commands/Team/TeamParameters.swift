import FeedbackCOIN
import Groups
import Kernel
import Terminal

/// What several commands of a team take.
struct TeamParameters: Sendable {
    let teams: FeedbackTeam

    static let naming = Naming<TeamItem>(
        "message", listedBy: "team inbox", missing: .paperNotFound, names: { [$0.paper.id.rawValue] }, title: \.preview)

    /// Text as it was typed: the team judges it.
    static let raw = ValueKind<String>("TEXT") { word, _ in word }

    /// A place as it was typed.
    static let place = ValueKind<String>.text("PLACE", limit: 4096)

    var team: Parameter<String?> {
        .option(
            "in",
            ValueKind<String>("TEAM") { word, _ in word }.completed { [teams] _ in
                (try? teams.membership.groups().map(\.name)) ?? []
            }, "which team, where you are in several: its name, or the beginning of its id")
    }

    var member: ValueKind<String> {
        ValueKind<String>("NAME") { word, _ in word }.completed { [teams] _ in
            (try? teams.lastLooks().flatMap { $0.sight.view.members.map(\.name) }) ?? []
        }
    }

    var id: Parameter<String> {
        .argument(
            "id",
            ValueKind<String>("ID", values: "a row or an id") { word, _ in word }.completed { [teams] _ in
                (try? teams.lastLooks().flatMap { $0.items.map(\.paper.id.rawValue) }) ?? []
            }
            .row(of: TeamParameters.naming.list), TeamParameters.naming.help)
    }

    /// The team that is meant, as it is seen now.
    func look(_ typed: String?) throws -> FeedbackTeam.Look { try teams.look(at: teams.membership.group(typed)) }

    func item(_ typed: String, in look: FeedbackTeam.Look) throws -> TeamItem {
        try TeamParameters.naming.one(typed, of: look.items)
    }
}

extension Output {
    /// Says of when a copy is, and fails with why it is one.
    func seen(_ look: FeedbackTeam.Look, today: Day, day: (Instant) -> Day) -> Output {
        guard let trouble = look.sight.trouble else { return self }
        var output = self
        let said: StyledText =
            switch look.sight.asOf.map(day) {
            case nil: StyledText("From this device; the team cannot be reached now.", .warning)
            case today: StyledText("As of today; the team cannot be reached now.", .warning)
            case let day?: StyledText("As of \(day); the team cannot be reached now.", .warning)
            }
        output.blocks += [.gap, .paragraph(said)]
        output.failure = trouble
        return output
    }
}
