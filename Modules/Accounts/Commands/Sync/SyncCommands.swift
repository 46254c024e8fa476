import Accounts
import Interface
import Kernel
import Sync

/// The commands `sync now`, `pause` and `log`.
struct SyncCommands: Sendable {
    let context: AccountsContext
    let machine: SyncHost
    private var accounts: AccountService { context.accounts }

    // MARK: - now

    /// The result of `sync now`.
    fileprivate struct Round: Sendable {
        let report: SyncReport
        let waiting: Int
    }

    private static let roundFields: [Field<Round>] = [
        Field("sent", title: "Sent", "changes that left") { .integer($0.report.sent) },
        Field("received", title: "Received", "changes that came") { .integer($0.report.received) },
        Field("recovered", "versions of yours that gave way; `sync recovered` has them") {
            .integer($0.report.recovered)
        },
        Field("quarantined", "changes from a clock more than a day ahead of this one, which wait") {
            .integer($0.report.quarantined)
        },
        Field("missing", "devices of which something is on its way") { .integer($0.report.missing) },
        Field("renamed", "the device's new id, where a copy of it had the old one; else null") {
            .text($0.report.renamed)
        },
        Field("waiting", title: "Waiting", "changes that have not left") { .integer($0.waiting) },
        Field("files", "photos and other files: sent, received, waiting; null where none go") {
            $0.report.files.map {
                .object([
                    .init("sent", .integer($0.sent)), .init("received", .integer($0.received)),
                    .init("waiting", .integer($0.waiting)),
                ])
            } ?? .null
        },
        Field("troubles", "what of other devices could not be taken in, and why") {
            .texts($0.report.troubles.map(\.message))
        },
    ]

    var now: Command {
        Command(
            "sync now", "Meet your other devices now",
            discussion: """
                Sends what was written here and takes in what the others have left. Usually you need not: any command that changed something does it in the \
                background, and `sync run` all the time. The status is 75 when the place cannot be reached: changes wait here, and nothing is lost.
                """,
            examples: [.init("sync now", "send and receive", runs: false)], returns: .one(Self.roundFields),
            changes: true
        ) {
            if context.isDryRun {
                _ = try accounts.syncableAccount()
                return Output(notice: "Nothing was done. \(counted(try accounts.waiting(), "change")) would be sent.")
            }
            guard let report = try machine.runOnce({ try accounts.round() }) else { return Output() }
            let round = Round(report: report, waiting: try accounts.waiting())
            _ = accounts.takeRecoveredCount()
            var output = Output.changed(
                round.sentence, round, Self.roundFields,
                next: report.recovered > 0 ? ["sync recovered", "sync status"] : ["sync status"])
            output.blocks = round.remarks.map { .paragraph(StyledText($0, .warning)) }
            output.failure = report.troubles.first ?? report.files?.troubles.first ?? report.files?.stopped
            return output
        }
    }

    // MARK: - pause

    private struct PauseState: Sendable { let isPaused: Bool, waiting: Int }
    private static let pauseFields: [Field<PauseState>] = [
        Field("paused", title: "Paused", "whether syncing rests") { .bool($0.isPaused) },
        Field("waiting", title: "Waiting", "changes that have not left") { .integer($0.waiting) },
    ]

    var pause: Command {
        Command(
            "sync pause", "Let syncing rest, or go on",
            discussion:
                "While it rests nothing leaves and nothing comes. What you write waits, and leaves when you go on.",
            examples: [
                .init("sync pause", "let it rest", runs: false), .init("sync pause --off", "go on", runs: false),
            ],
            .flag("off", "go on"), returns: .one(Self.pauseFields), changes: true
        ) { off in
            try accounts.pause(!off)
            let pauseState = PauseState(isPaused: !off, waiting: try accounts.waiting())
            return .changed(
                off ? "Syncing goes on." : "Syncing rests. What you write waits here.", pauseState, Self.pauseFields,
                next: [off ? "sync now" : "sync pause --off"])
        }
    }

    // MARK: - log

    private var logFields: [Field<SyncNotes.Round>] {
        [
            Field(
                "at", title: "When", "when the round ended", cell: { [context] in StyledText(context.timeText($0.at)) }
            ) {
                .instant($0.at)
            },
            Field("sent", title: "Sent", "changes that left", alignsRight: true) { .integer($0.sent) },
            Field("received", title: "Received", "changes that came", alignsRight: true) { .integer($0.received) },
            Field("recovered", title: "Gave way", "versions of yours that gave way", alignsRight: true) {
                .integer($0.recovered)
            },
            Field("trouble", title: "Trouble", "what went wrong", room: .main, isTranslatable: true) {
                .text($0.trouble)
            },
        ]
    }

    var history: Command {
        Command(
            "sync log", "Show the last meetings in which something happened",
            examples: [.init("sync log", "newest first")],
            .option("limit", .integer(1...SyncNotes.roundLimit), default: 20, "how many at most"),
            returns: .list(logFields)
        ) { limit in
            .list(
                accounts.log.read().rounds.reversed().prefix(limit).map { $0 }, logFields,
                empty: "Nothing has happened yet.", next: ["sync status"])
        }
    }
}

extension SyncCommands.Round {
    fileprivate var sentence: String {
        guard report.sent + report.received + (report.files.map { $0.sent + $0.received } ?? 0) > 0 else {
            return waiting == 0
                ? "Nothing new: everything is in step." : "Nothing new. \(counted(waiting, "change")) waiting."
        }
        return "Sent \(report.sent), received \(report.received).\(report.files?.sentence ?? "")"
    }

    fileprivate var remarks: [String] {
        var sentences: [String] = []
        if report.recovered > 0 {
            sentences.append("\(AccountsContext.supersededText(report.recovered)): `sync recovered` shows both.")
        }
        if report.missing > 0 {
            sentences.append(
                "Something of \(counted(report.missing, "device")) is still on its way to the place, and what follows it waits."
            )
        }
        if report.quarantined > 0 {
            sentences.append(
                "\(counted(report.quarantined, "change")) from a clock more than a day ahead of this one: taken in when the time has come."
            )
        }
        if let renamed = report.renamed {
            sentences.append("A copy of this device has its old id, so this one is \(renamed) now.")
        }
        return sentences
    }
}

extension FileReport {
    /// The sentence about files, for example " Files: sent 2, received 1, 3 to come.". Empty if no
    /// file was transferred or waits.
    var sentence: String {
        guard sent + received + waiting > 0 else { return "" }
        return waiting > 0
            ? " Files: sent \(sent), received \(received), \(waiting) to come."
            : " Files: sent \(sent), received \(received)."
    }
}

extension AccountsContext {
    /// Returns a text such as "2 things gave way to another device's version".
    static func supersededText(_ count: Int) -> String {
        "\(counted(count, "thing")) gave way to another device's version"
    }
}
