import Accounts
import Interface
import Kernel
import Sync

/// The commands `account create` and `account join`, which give a guest an account.
struct AccountSetupCommands: Sendable {
    let context: AccountsContext
    let machine: SyncHost
    private var accounts: AccountService { context.accounts }

    /// The result of signing in.
    private struct SetupResult: Sendable {
        let arrival: EnrollmentResult
        let key: String?
    }

    private static let fields: [Field<SetupResult>] = [
        Field("account", title: "Account", "the account's id") { .text($0.arrival.account.id) },
        Field("device", title: "Device", "this device's id in the account") { .text($0.arrival.device) },
        Field("key", title: "Key", "what another device joins with; null where nothing is sealed, and when you join") {
            .text($0.key)
        },
        Field("place", title: "Place", "where the devices meet") { .text($0.arrival.account.place.address) },
        Field("sent", title: "Sent", "how many records have left") { .integer($0.arrival.report.sent) },
        Field("received", title: "Received", "how many have come") { .integer($0.arrival.report.received) },
        Field("met", "what another device had otherwise, and gave way here: it waits in `sync recovered`") {
            .list($0.arrival.conflicts.map { .text($0.id.rawValue) })
        },
        Field("backup", title: "Backup", "what was here before, in a file; null where there was nothing") {
            .text($0.arrival.account.move.copy)
        },
    ]

    private static let title = Parameter<String?>.option(
        "name", .text("NAME", limit: 60), "what this device is called; its own name if left out")

    // MARK: - create

    var create: Command {
        Command(
            "account create", "Begin an account, for several devices",
            discussion: """
                The devices of an account meet in a place: a folder that they all see, by Syncthing, Nextcloud, Dropbox, a network disk or a stick, \
                or a database. What leaves this device is encrypted first, with a key that is shown once: keep it. Whoever has it can read \
                everything, and without it nobody can, nor can anybody make it again.

                What you have on this device comes along; a backup of it is made before. Nothing is lost when something interrupts it: the same \
                command goes on. `account undo` takes it back.
                """,
            examples: [
                .init("account create ~/Nextcloud/\(accounts.app)", "in a folder that your devices share", runs: false),
                .init("account create postgres:URL", "in a database", runs: false),
            ],
            .argument("place", .text("PLACE", limit: 4_096), "a folder, or postgres:URL"), Self.title,
            .flag("unsealed", "encrypt nothing: whoever sees the place can read everything"),
            returns: .one(Self.fields), changes: true
        ) { place, title, unsealed in
            let place = try SyncPlace(place, absolute: context.absolute)
            return try confirmation(
                "Begin an account in \(place)?", summary: summary([unsealed ? openNotice : encryptionNotice])
            ) {
                try accounts.create(at: place, called: title ?? context.title, isSealed: !unsealed)
            }
        }
    }

    private var encryptionNotice: String {
        "Everything is encrypted before it leaves this device. You get a key, once, with which other devices join. Keep it: nobody can make it again."
    }

    private var openNotice: String { "Nothing is encrypted: whoever sees the place can read everything." }

    // MARK: - join

    var join: Command {
        Command(
            "account join", "Join an account that another device began",
            discussion: """
                What is in the account comes here, and what you have here goes along. Where both have the same thing, the later one stands; what gives \
                way is kept for you in `sync recovered` for 90 days.

                Words on a command line may be seen by others on this machine: --key-file - reads the key from standard input.
                """,
            examples: [
                .init(
                    "account join ~/Nextcloud/\(accounts.app) --key KEY", "with the words that were shown", runs: false),
                .init(
                    "account join ~/Nextcloud/\(accounts.app) --key-file key.txt", "with a key in a file", runs: false),
            ],
            .argument("place", .text("PLACE", limit: 4_096), "a folder, or postgres:URL"),
            .option("key", .text("KEY", limit: 2_000), "the words of the key"),
            .option("key-file", .inputFile, "a file with them, - for standard input"), Self.title,
            returns: .one(Self.fields), changes: true
        ) { place, key, file, title in
            guard key == nil || file == nil else {
                throw Failure(
                    .accountKeyInvalid, "--key and --key-file cannot be combined.", advice: "Give one of them.",
                    kind: .usage)
            }
            let place = try SyncPlace(place, absolute: context.absolute)
            let words = try key ?? file.map { String(decoding: try $0.bytes(limit: 10_000), as: UTF8.self) }
            return try confirmation(
                "Join the account in \(place)?",
                summary: summary([
                    "Where both have the same thing, the later one stands, and the other is kept for you for 90 days."
                ])
            ) {
                (try accounts.join(at: place, key: words, called: title ?? context.title), nil)
            }
        }
    }

    // MARK: - Confirmation

    /// Returns a description of the existing data that will move into the account, or nothing if
    /// there is none.
    private func summary(_ paragraphs: [String]) throws -> [Block] {
        let data = try accounts.guestData()
        guard !data.isEmpty else { return paragraphs.map { .paragraph(StyledText($0)) } }
        let rows = data.counts.map { (name: $0.scope.title, value: StyledText(counted($0.records, "record"))) }
        return [
            .heading("What you have here comes along"), .facts(rows), .gap,
            .paragraph("A backup of it is made first, beside your data. It all stays on this device as well."),
        ] + paragraphs.map { .paragraph(StyledText($0)) }
    }

    /// Asks for confirmation, joins or creates the account, and moves the local data into it.
    private func confirmation(
        _ question: String, summary: [Block],
        _ openAccount: @escaping @Sendable () throws -> (account: Account, key: String?)
    ) throws -> Output {
        if context.isDryRun { return Output(blocks: summary, notice: "Nothing was done.") }
        var output = Output.confirm(question) {
            try machine.withSyncLock {
                let (account, key) = try openAccount()
                return try Self.output(accounts.migrate(), account, key)
            }
        }
        output.blocks = summary
        return output
    }

    private static func output(_ arrival: EnrollmentResult, _ account: Account, _ key: String?) -> Output {
        let startSentence =
            account.move.isNew ? "Your account is in \(account.place)." : "You joined the account in \(account.place)."
        let report = arrival.report
        var output = Output.changed(
            "\(startSentence) Sent \(report.sent), received \(report.received).\(report.files?.sentence ?? "")",
            SetupResult(arrival: arrival, key: key), fields, next: ["account devices", "sync status"])
        if let key { output.blocks += keyBlocks(key) }
        if !arrival.conflicts.isEmpty {
            output.blocks.append(
                .paragraph(
                    "\(counted(arrival.conflicts.count, "thing")) of yours met another device's and gave way: `sync recovered` has them."
                ))
            output.next.insert("sync recovered", at: 0)
        }
        if let backupPath = account.move.copy ?? arrival.account.move.copy {
            output.blocks.append(.paragraph(StyledText("What was here before is also in \(backupPath).", .muted)))
        }
        switch arrival.pendingFailure {
        case let failure? where failure.denial != nil || !failure.isPermanent:
            output.blocks.append(
                .paragraph(StyledText("\(failure.message) What you have waits here until then.", .warning)))
        case let failure?: output.failure = failure
        case nil: break
        }
        return output
    }

    /// Returns the words of a key for copying by hand.
    private static func keyBlocks(_ key: String) -> [Block] {
        [
            .heading("The key of your account, shown once"),
            .paragraph(StyledText(key.replacing("-", with: " "), .title)), .gap,
            .paragraph(
                "Keep it where only you find it. On another device `account join PLACE --key-file -` asks for it."),
        ]
    }
}
