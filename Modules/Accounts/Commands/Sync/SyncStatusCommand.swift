import Accounts
import Interface
import Kernel
import Sync

/// The command `sync status`.
struct SyncStatusCommand: Sendable {
    let context: AccountsContext
    let machine: SyncHost
    private var accounts: AccountService { context.accounts }

    fileprivate struct Status: Sendable {
        let overview: SyncOverview
        let isRunning: Bool
        let cards: [DeviceCard]?

        var situation: AccountStatus { overview.situation }
        var notes: SyncNotes { situation.notes }
    }

    private static let fields: [Field<Status>] = [
        Field("status", "active, needsSignIn or needsUpgrade") { .text($0.situation.sync.rawValue) },
        Field("line", "the same for people") { .text($0.situation.sync.line) },
        Field("action", "what its button says") { .text($0.situation.sync.action) },
        Field("state", "guest, signedIn, needsUpgrade or suspended") { .text($0.situation.state.rawValue) },
        Field("paused", "whether it rests") { .bool($0.situation.account?.isPaused ?? false) },
        Field("running", "whether `sync run` is at it on this device") { .bool($0.isRunning) },
        Field("place", "where the devices meet") { .text($0.situation.account?.place.address) },
        Field("device", "this device's id in the account") { .text($0.overview.device) },
        Field("lastAt", "when the devices last met") { .instant($0.notes.last) },
        Field("triedAt", "when they last tried to") { .instant($0.notes.tried) },
        Field("offlineSince", "since when the place has been away; null while it is not") {
            .instant($0.overview.awaySince)
        },
        Field("trouble", "why the last meeting did not end well") { .text($0.notes.trouble) },
        Field("waiting", "changes that have not left this device") { .integer($0.overview.waiting) },
        Field("recovered", "versions that gave way and wait in `sync recovered`") { .integer($0.overview.recovered) },
        Field("quarantined", "changes from a clock ahead of this one, which wait") {
            .integer($0.overview.quarantined.count)
        },
        Field("others", "the other devices: id, name, saidAt, silentDays, expired") { snapshot in
            .list(
                snapshot.overview.others.map { known, title in
                    .object([
                        .init("id", .text(known.device)), .init("name", .text(title)),
                        .init("saidAt", .instant(known.lastContact)),
                        .init("silentDays", .integer(Int(known.silence / 86_400_000))),
                        .init("expired", .bool(known.isExpired)),
                    ])
                })
        },
        Field("staying", "the parts that do not leave this device") { .texts($0.overview.staying.map(\.rawValue)) },
        Field("found", "with --check, how many devices the place knows") { .integer($0.cards?.count) },
    ]

    var status: Command {
        Command(
            "sync status", "Show how things stand between this device and the others",
            discussion:
                "It asks this device alone; --check asks the place too, and the status is 75 when that cannot be reached.",
            examples: [.init("sync status", "offline, last sync, what waits")],
            .flag("check", "ask the place too"), returns: .one(Self.fields)
        ) { check in
            let overview = try accounts.overview()
            var (cards, failure): ([DeviceCard]?, Failure?)
            if check, overview.situation.account != nil {
                do { cards = try accounts.devices() } catch let placeFailure as Failure { failure = placeFailure }
            }
            let snapshot = Status(overview: overview, isRunning: machine.isSyncRunActive, cards: cards)
            var output = Output.one(snapshot, Self.fields, blocks: blocks(snapshot), next: next(overview))
            output.failure = failure
            return output
        }
    }

    private func next(_ overview: SyncOverview) -> [String] {
        let resumeCommands = overview.situation.account?.isPaused == true ? ["sync pause --off"] : []
        let suggestions = overview.situation.next
        guard overview.recovered > 0 else { return resumeCommands + suggestions }
        return ["sync recovered"] + resumeCommands + suggestions.prefix(1)
    }

    private func blocks(_ snapshot: Status) -> [Block] {
        let situation = snapshot.situation
        let line =
            StyledText(declared: situation.sync.line, .title)
            + StyledText("  [\(declared: situation.sync.action)]", .input)
        guard situation.account != nil else { return [.paragraph(line)] }
        return [.paragraph(line), .gap, .facts(facts(snapshot).filter { !$0.value.text.isEmpty })]
    }

    private func facts(_ snapshot: Status) -> [(name: String, value: StyledText)] {
        let overview = snapshot.overview
        let notes = snapshot.notes
        let account = snapshot.situation.account
        let state =
            snapshot.situation.state == .signedIn && account?.isPaused != true
            ? (snapshot.isRunning ? "kept up to date by `sync run`" : "")
            : snapshot.situation.stateText
        let silent = overview.silent.map {
            "\($0.title): not heard of for \(counted(Int($0.known.silence / 86_400_000), "day"))"
        }
        let quarantined = overview.quarantined.count
        return [
            ("State", StyledText(declared: state, .warning)), ("Place", StyledText(account?.place.address ?? "")),
            (
                "Offline",
                StyledText(
                    declared: overview.awaySince.map { "since \(context.timeText($0)). \(notes.trouble ?? "")" } ?? "",
                    .warning)
            ),
            ("Trouble", StyledText(declared: overview.awaySince == nil ? notes.trouble ?? "" : "", .warning)),
            ("Last sync", notes.last.map { StyledText(context.timeText($0)) } ?? "never"),
            ("Waiting", overview.waiting == 0 ? "nothing" : StyledText(counted(overview.waiting, "change"))),
            ("Devices", StyledText(snapshot.cards.map { "\($0.count) in the place" } ?? "")),
            ("Silent", StyledText(declared: silent.joined(separator: "; "), .warning)),
            (
                "Ahead",
                StyledText(
                    quarantined == 0
                        ? ""
                        : "\(counted(quarantined, "change")) from a clock more than a day ahead of this one, until its time has come",
                    .warning)
            ),
            (
                "Gave way",
                StyledText(
                    overview.recovered == 0 ? "" : "\(counted(overview.recovered, "thing")), in `sync recovered`",
                    .accent)
            ),
            (
                "Stays here",
                overview.staying.enumerated().map { StyledText($0 == 0 ? "" : "; ") + StyledText(declared: $1.title) }
                    .joined()
            ),
        ]
    }
}
