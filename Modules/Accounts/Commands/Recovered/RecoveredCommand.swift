import Accounts
import Interface
import Kernel
import Sync

/// The command `sync recovered`, which lists and restores superseded versions.
struct RecoveredCommand: Sendable {
    let context: AccountsContext
    private var accounts: AccountService { context.accounts }

    private static let list = "sync recovered"
    private static let naming = RecordNaming<SupersededVersion>(
        "thing that gave way", listedBy: list, missing: .recoveredUnknown, names: { [$0.id] }, title: \.line)

    private var fields: [Field<SupersededVersion>] {
        [
            Field("id", "its id") { .text($0.id) },
            Field(
                "at", title: "When", "when it was noticed",
                cell: { [context] in StyledText(context.timeText($0.kept.at)) }
            ) {
                .instant($0.kept.at)
            },
            Field("text", title: "What", "a line of it", room: .main) { .text($0.line) },
            Field("part", title: "Part", "the part of the app that it belongs to") { .text($0.part) },
            Field("device", title: "Device", "whose version stands") { .text($0.device) },
            Field(
                "cause", title: "Why", "edited, deleted or sameKey",
                cell: { StyledText(declared: SupersededVersionText.causeText($0.kept.cause)) }
            ) {
                .text($0.kept.cause.rawValue)
            },
            Field("collection", "the kind of record") { .text($0.kept.address.collection) },
            Field("record", "the record's id") { .text($0.kept.address.id) },
            Field("differences", "where both differ: name, lost, won") { version in
                .list(
                    version.differences.map {
                        .object([
                            .init("name", .text($0.name)), .init("lost", .text($0.lost)), .init("won", .text($0.won)),
                        ])
                    })
            },
        ]
    }

    var recovered: Command {
        Command(
            "sync recovered", "Show what gave way to another device's version, and take it back",
            discussion: """
                Where two devices change the same thing before they meet, the later one stands, and a deletion wins. What gives way is kept here for 90 days. \
                With a row or an id both versions are shown, word by word: [-what only yours has-], {+what only the other has+}. In a terminal the list is \
                gone through with the arrow keys.
                """,
            examples: [
                .init("sync recovered", "all of it, latest first"),
                .init("sync recovered 1", "both versions side by side", runs: false),
                .init("sync recovered 1 --take-back", "yours stands again, everywhere", runs: false),
                .init("sync recovered 1 --dismiss", "nobody needs it", runs: false),
            ],
            .optionalArgument(
                "id",
                ValueKind<String>.text("ID", limit: 60).completed { _ in
                    (try? accounts.supersededVersions().map(\.id)) ?? []
                }
                .row(
                    of: Self.list),
                "one of them: its row, its id, or either end of the id"),
            .flag("take-back", "put yours back, as a version of now"), .flag("dismiss", "let go of it"),
            .flag("review", "go through them one by one, from a pipe by lines"), returns: .list(fields), changes: true
        ) { id, takesBack, dismisses, reviews in
            let versions = try accounts.supersededVersions()
            guard let id else {
                guard !takesBack, !dismisses else {
                    throw Failure(
                        .recoveredUnknown, "Nothing was named.", advice: "`sync recovered` shows the rows; add one.",
                        kind: .usage
                    )
                }
                return overview(versions, reviews: reviews)
            }
            guard !(takesBack && dismisses) else {
                throw Failure(
                    .recoveredUnknown, "--take-back and --dismiss cannot be combined.", advice: "Give one of them.",
                    kind: .usage)
            }
            let version = try Self.naming.uniqueMatch(id, of: versions)
            if takesBack { return try restore(version) }
            return dismisses ? try dismiss(version) : comparison(version)
        }
    }

    private func overview(_ versions: [SupersededVersion], reviews: Bool) -> Output {
        var output = Output.list(
            versions, fields, empty: "Nothing gave way.",
            next: versions.isEmpty ? ["sync status"] : ["sync recovered ROW"]
        ).numbered(of: Self.list, shownBy: "sync recovered ROW")
        guard !versions.isEmpty else { return output }
        let screen = RecoveredScreen(accounts, versions, moment: context.timeText)
        output.continuation = reviews ? .dialogue(screen) : .browse(screen)
        return output
    }

    private func comparison(_ version: SupersededVersion) -> Output {
        var output = Output.list(
            [version], fields, empty: "",
            next: [
                "sync recovered \(version.kept.id.shortForm) --take-back",
                "sync recovered \(version.kept.id.shortForm) --dismiss",
            ])
        output.blocks = SupersededVersionText.blocks(version, moment: context.timeText(version.kept.at))
        return output
    }

    private func restore(_ version: SupersededVersion) throws -> Output {
        try accounts.restore(version)
        return changed(
            "“\(version.line)” stands again (\(version.id)). Your other devices get it at the next sync.", version,
            ["undo", "sync now"])
    }

    private func dismiss(_ version: SupersededVersion) throws -> Output {
        try accounts.dismiss(version)
        return changed("“\(version.line)” is let go of (\(version.id)).", version, ["sync recovered"])
    }

    private func changed(_ notice: String, _ version: SupersededVersion, _ next: [String]) -> Output {
        var output = Output.list([version], fields, empty: "", next: next)
        output.blocks = []
        output.notice = notice
        return output
    }
}
