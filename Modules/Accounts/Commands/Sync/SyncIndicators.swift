import Accounts
import Interface
import Kernel
import Sync

/// The indicators of sync on the home screen, in `status`, after a command and in `doctor`, and the
/// task that starts a background round.
struct SyncIndicators: Sendable {
    let context: AccountsContext
    let machine: SyncHost
    private var accounts: AccountService { context.accounts }

    // MARK: - Home screen

    /// The one line for a signed-in user.
    var card: HomeCard {
        HomeCard("sync", order: 95) {
            // The home screen appears even if the account cannot be read.
            guard let account = try? accounts.account(), let situation = try? accounts.status() else {
                return HomeCard.Content(blocks: [], members: members(nil, waiting: 0))
            }
            let waiting = try accounts.waiting()
            let isCalm = situation.state == .signedIn && situation.notes.awaySince == nil
            return HomeCard.Content(
                blocks: [
                    .paragraph(StyledText(declared: line(situation, account, waiting), isCalm ? .muted : .warning))
                ],
                at: .foot,
                members: members(situation, waiting: waiting))
        }
    }

    private func members(_ situation: AccountStatus?, waiting: Int) -> [OutputValue.Member] {
        [
            .init("status", .text(situation?.sync.rawValue)), .init("lastAt", .instant(situation?.notes.last)),
            .init("offlineSince", .instant(situation?.notes.awaySince)), .init("waiting", .integer(waiting)),
        ]
    }

    private func line(_ situation: AccountStatus, _ account: Account, _ waiting: Int) -> String {
        var parts: [String] = []
        switch situation.state {
        case .suspended, .needsUpgrade:
            parts.append(situation.state == .suspended ? situation.stateText : situation.sync.line)
        case .signedIn where account.isPaused: parts.append("Sync rests")
        case .signedIn, .guest:
            if let since = situation.notes.awaySince { parts.append("Offline since \(context.timeText(since))") }
        }
        parts.append(situation.notes.last.map { "last sync \(context.timeText($0))" } ?? "not synced yet")
        if waiting > 0 { parts.append("\(counted(waiting, "change")) waiting") }
        let words = parts.joined(separator: " · ")
        return words.capitalizedFirst
    }

    // MARK: - status

    var item: StatusItem {
        StatusItem("sync", formatSpecifiers: [("sy", "changes that have not left this device")]) {
            // Guests need no check, not even of the gate.
            guard let account = try accounts.account() else { return nil }
            let situation = try accounts.status()
            let waiting = try accounts.waiting()
            let isOffline = situation.notes.awaySince != nil
            return StatusItem.Content(
                text: "Sync: \(line(situation, account, waiting))",
                short: (isOffline ? "offline" : "synced") + (waiting > 0 ? " \(waiting)↑" : ""),
                state: isOffline ? "offline" : situation.sync.rawValue, values: ["\(waiting)"])
        }
    }

    // MARK: - After a command

    var postCommandHint: PostCommandHint {
        PostCommandHint("sync") { command in
            guard command != "sync", (try? accounts.account()) ?? nil != nil else { return [] }
            let count = accounts.takeRecoveredCount()
            return
                (count == 0
                ? [] : [.paragraph(StyledText("\(AccountsContext.supersededText(count)): `sync recovered`", .accent))])
                + (command == "restore" ? [.paragraph(StyledText(declared: Self.restoreWarning, .warning))] : [])
        }
    }

    private static let restoreWarning =
        "You are signed in: what your account has that is newer comes back when this device syncs. Who wants it as it was signs out first."

    // MARK: - Background job

    /// The commands that only print explanations or sync themselves, after which no background
    /// round starts.
    private static let commandsWithoutSync: Set<String> = ["help", "about", "man", "completions", "__complete", "sync"]

    /// The task that starts a background round if changes wait or the last round is old.
    ///
    /// It reads only the account and the sync log, unless the command has used the store.
    var postCommandTask: PostCommandTask {
        PostCommandTask("sync") { command in
            guard !Self.commandsWithoutSync.contains(command), let backgroundJob = machine.backgroundJob,
                backgroundJob.isReady,
                machine.hasUsedStore(), accounts.shouldSync(), !machine.isSyncRunActive
            else { return }
            backgroundJob.start()
        }
    }

    // MARK: - doctor

    /// The number of days after which an unreachable place is reported.
    private static let absenceDays = 7.0

    var checkup: DoctorCheck {
        DoctorCheck("sync", describe: { try accounts.account().map { "The account in \($0.place)" } }) {
            let overview = try accounts.overview()
            guard overview.situation.account != nil else { return [] }
            return (states(overview) + devices(overview)).map { .init(.notice, $0) }
        }
    }

    /// Returns the notices about this device: a suspension, a long absence or a failure.
    private func states(_ overview: SyncOverview) -> [String] {
        var notices: [String] = []
        if overview.situation.state == .suspended {
            notices.append(
                "Sync: \(overview.situation.stateText). What is here stays; `account sign-out` ends it on this device.")
        }
        if let since = overview.awaySince, context.time.now().seconds(since: since) > Self.absenceDays * 86_400 {
            notices.append(
                "Sync: the place has been away since \(context.timeText(since)); \(counted(overview.waiting, "change")) waiting. \(overview.situation.notes.trouble ?? "")"
            )
        } else if overview.awaySince == nil, let trouble = overview.situation.notes.trouble {
            notices.append("Sync: \(trouble)")
        }
        return notices
    }

    /// Returns the notices about devices that are silent or whose clocks are ahead.
    private func devices(_ overview: SyncOverview) -> [String] {
        var notices = overview.silent.map { device in
            "Sync: nothing was heard of \(device.title) for \(device.known.silence / 86_400_000) days. If it is gone, `account remove-device` takes it off the list."
        }
        let versionsByDevice = Dictionary(grouping: overview.quarantined, by: \.from)
        for (device, versions) in versionsByDevice.sorted(by: { $0.key < $1.key }) {
            let title = overview.others.first { $0.known.device == device }?.title ?? device
            notices.append(
                "Sync: \(counted(versions.count, "change")) of \(title) from a clock more than a day ahead of this one. Set that device's clock right."
            )
        }
        return notices
    }
}
