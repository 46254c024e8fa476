import Accounts
import Interface
import Kernel
import Sync

/// The `account` commands for a user with an account.
struct AccountCommands: Sendable {
    let context: AccountsContext
    let machine: SyncHost
    private var accounts: AccountService { context.accounts }

    // MARK: - show

    fileprivate struct AccountDetails: Sendable {
        let situation: AccountStatus
        let device: String?
        let scopes: [Scope]
        let key: String?
    }

    fileprivate static let fields: [Field<AccountDetails>] = [
        Field(
            "state", title: "State", "guest, signedIn, needsUpgrade or suspended",
            cell: { StyledText(declared: $0.situation.stateText) }
        ) {
            .text($0.situation.state.rawValue)
        },
        Field(
            "sync", title: "Sync", "active, needsSignIn or needsUpgrade",
            cell: { StyledText(declared: $0.situation.sync.line) + "  [\(declared: $0.situation.sync.action)]" }
        ) {
            .text($0.situation.sync.rawValue)
        },
        Field("account", title: "Account", "its id; null for a guest") { .text($0.situation.account?.id) },
        Field("place", title: "Place", "where its devices meet") { .text($0.situation.account?.place.address) },
        Field("device", title: "Device", "this device's id in it", cell: { $0.thisDevice }) { .text($0.device) },
        Field("name", "what this device is called") { .text($0.situation.account?.title) },
        Field("sealed", title: "Encrypted", "whether what leaves is encrypted") {
            $0.situation.account.map { .bool($0.secret != nil) } ?? .null
        },
        Field("paused", "whether syncing is paused") { .bool($0.situation.account?.isPaused ?? false) },
        Field("scopes", title: "Leaves", "what leaves this device: name, title, on", cell: { $0.leaving }) { details in
            .list(
                details.scopes.map { scope in
                    .object([
                        .init("name", .text(scope.rawValue)), .init("title", .text(scope.title)),
                        .init("on", .bool(details.situation.account?.staying.contains(scope.rawValue) == false)),
                    ])
                })
        },
        Field("key", title: "Key", "with --key, what another device joins with") { .text($0.key) },
    ]

    var show: Command {
        Command(
            "account show", "Show your account and what leaves this device",
            examples: [.init("account show", "where you stand")],
            .flag("key", "show the key too: whoever has it can read everything"), returns: .one(Self.fields)
        ) { key in
            let situation = try accounts.status()
            let details = AccountDetails(
                situation: situation, device: try situation.account == nil ? nil : accounts.device(),
                scopes: accounts.scopes, key: try key ? situation.account.flatMap(accounts.key) : nil)
            let facts = Self.fields.compactMap { field in field.title.map { (name: $0, value: field.cell(details)) } }
            return .one(
                details, Self.fields, blocks: [.facts(facts.filter { !$0.value.text.isEmpty })], next: situation.next)
        }
    }

    // MARK: - devices

    private struct Device: Sendable {
        let card: DeviceCard
        let isThis: Bool
        let when: String
    }

    private static let deviceFields: [Field<Device>] = [
        Field("id", title: "Id", "the device's id") { .text($0.card.device) },
        Field(
            "name", title: "Name", "what its person calls it",
            cell: { StyledText($0.card.title + ($0.isThis ? " (this one)" : "")) }
        ) {
            .text($0.card.title)
        },
        Field("seenAt", title: "Last heard of", "when it last said something new", cell: { StyledText($0.when) }) {
            .instant($0.card.at)
        },
        Field("this", "whether it is the one you are at") { .bool($0.isThis) },
    ]

    var devices: Command {
        Command(
            "account devices", "List the devices of your account",
            examples: [.init("account devices", "all of them", runs: false)], returns: .list(Self.deviceFields)
        ) {
            let cards = try accounts.devices()
            let thisDevice = try accounts.device()
            return .list(
                cards.map { Device(card: $0, isThis: $0.device == thisDevice, when: context.timeText($0.at)) },
                Self.deviceFields,
                empty: "No device has met the others yet.", next: ["sync now", "account rename NAME"])
        }
    }

    var rename: Command {
        Command(
            "account rename", "Call this device something else",
            examples: [.init("account rename 'Kitchen laptop'", "as your other devices will show it", runs: false)],
            .argument("name", .text("NAME", limit: 60), "the new name"), returns: .one(Self.fields), changes: true
        ) { name in
            try accounts.rename(name)
            return try changed(
                "This device is called \(accounts.account()?.title ?? name). The others see it at the next sync.")
        }
    }

    var removeDevice: Command {
        Command(
            "account remove-device", "Remove another device from your account",
            discussion: """
                For a device that is lost or gone. It takes part no more, and nobody waits for it; when it comes back it is told. What it has stays on \
                it, and so does the key: whoever has the device and the place can still read what lies there. If it was stolen, begin a new account.
                """,
            examples: [.init("account remove-device 'Old phone'", "by its name or id", runs: false)],
            .argument("device", .text("DEVICE", limit: 60), "its name or id"), returns: .list(Self.deviceFields),
            changes: true
        ) { name in
            .confirm("Remove “\(name)” from your account?") {
                let card = try accounts.remove(device: name)
                var output = Output.list(
                    [Device(card: card, isThis: false, when: context.timeText(card.at))], Self.deviceFields, empty: "",
                    next: ["account devices"])
                output.blocks = []
                output.notice = "Removed \(card.title) (\(card.device))."
                return output
            }
        }
    }

    // MARK: - What leaves

    var choose: Command {
        Command(
            "account choose", "Choose what leaves this device",
            discussion: """
                What is off never leaves. What other devices send comes here all the same. What left before it was turned off stays with the others.
                """,
            examples: [.init("account choose settings --off", "keep it here", runs: false)],
            .argument("what", .text("WHAT", limit: 40), accounts.scopes.map(\.rawValue).joined(separator: ", ")),
            .flag("on", "let it leave"), .flag("off", "keep it on this device"), returns: .one(Self.fields),
            changes: true
        ) { what, on, off in
            guard on != off else { throw Failure(.accountScopeUnknown, "Give --on or --off.", kind: .usage) }
            try accounts.setScope(what, on: on)
            let title = accounts.scopes.first { $0.rawValue == what }?.title ?? what
            return try changed(
                on ? "\(title): leaves this device from now on." : "\(title): stays on this device from now on.")
        }
    }

    // MARK: - Ending it

    var undo: Command {
        Command(
            "account undo", "Take back that this device was signed in",
            discussion: """
                Everything here is again as it was before you signed in, from the backup that was made then; what is here now goes into another backup \
                first. The account is left. If it began here and has no other device, it ends; what other devices have taken in from here stays \
                there.
                """,
            examples: [.init("account undo --yes", "without asking", runs: false)], changes: true
        ) {
            .confirm("Put everything back as it was before you signed in?") {
                let backupPath = try machine.withSyncLock { try accounts.undoMigration() }
                return Output(
                    notice: backupPath.map { "Everything is as it was before. What was here until now is in \($0)." }
                        ?? "Everything is as it was before.",
                    next: ["account show"])
            }
        }
    }

    var signOut: Command {
        Command(
            "account sign-out", "Leave your account; everything stays on this device",
            discussion: """
                Refused while something has not left this device yet: `sync now` sends it, or --export keeps it in a backup. The other devices keep what \
                they have.
                """,
            examples: [
                .init("account sign-out --yes", "without asking", runs: false),
                .init("account sign-out --export before.tar", "with a backup", runs: false),
            ],
            .option("export", .outputFile, "write a backup into this file first"), changes: true
        ) { export in
            guard try accounts.account() != nil else { throw Failure.guest }
            return .confirm("Leave your account? Everything stays on this device.") {
                let notificationFailure = try machine.withSyncLock { try accounts.signOut(export: export.map(\.path)) }
                let addition =
                    notificationFailure.map { " The other devices could not be told: \($0.message)" } ?? ""
                return Output(
                    notice: "You are signed out. Everything is still here.\(addition)", next: ["account show"])
            }
        }
    }

    var delete: Command {
        Command(
            "account delete", "End your account for all devices",
            discussion: """
                Removes everything from the place where the devices meet. Each device keeps what it has, and is told that the account has ended. It \
                cannot be undone.
                """,
            examples: [.init("account delete --yes", "without asking")], changes: true
        ) {
            let place = try accounts.account().map { " Everything in \($0.place) is removed." } ?? ""
            return .confirm("End your account for all devices?\(place)") {
                guard try accounts.account() != nil else {
                    return Output(notice: "You are not signed in, so there is nothing to end.", next: ["account show"])
                }
                try machine.withSyncLock { try accounts.delete() }
                return Output(
                    notice: "The account has ended. Everything is still on this device.", next: ["account show"])
            }
        }
    }

    private func changed(_ sentence: String) throws -> Output {
        .changed(
            sentence,
            AccountDetails(
                situation: try accounts.status(), device: try accounts.device(), scopes: accounts.scopes, key: nil),
            Self.fields,
            next: ["account show"])
    }
}

extension AccountCommands.AccountDetails {
    fileprivate var thisDevice: StyledText {
        guard let account = situation.account else { return "" }
        return StyledText(account.title) + StyledText(device.map { "  \($0)" } ?? "", .muted)
    }

    fileprivate var leaving: StyledText {
        guard let account = situation.account else { return "" }
        let localTitles = scopes.filter { account.staying.contains($0.rawValue) }.map(\.title)
        return localTitles.isEmpty ? "everything" : "everything but \(localTitles.joined(separator: ", "))"
    }
}

extension AccountStatus {
    var stateText: String {
        switch (state, account?.isPaused ?? false, account?.suspension) {
        case (.guest, _, _): "not signed in: everything stays on this device"
        case (.signedIn, true, _): "signed in, and paused"
        case (.signedIn, false, _): "signed in"
        case (.needsUpgrade, _, _): "signed in; syncing is part of what has to be bought"
        case (.suspended, _, .deleted): "the account was deleted"
        case (.suspended, _, .shutOut): "the place lets this device in no more"
        case (.suspended, _, _): "this device was removed from the account"
        }
    }

    /// The line of the settings, with its action.
    var line: String { "\(sync.line)  [\(sync.action)]" }

    /// The command of the action, and other suggestions.
    var next: [String] {
        switch (state, sync) {
        case (.suspended, _):
            account?.suspension == .deleted
                ? ["account sign-out"] : ["account join PLACE --key KEY", "account sign-out"]
        case (_, .active): ["sync now", "account devices"]
        case (_, .needsSignIn): ["account create FOLDER", "account join FOLDER --key KEY"]
        case (_, .needsUpgrade): ["plan show"]
        }
    }
}
