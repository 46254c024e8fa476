import Accounts
import Kernel
import Sync
import Terminal

/// What syncing says without being asked: on the first screen, in `status`, below a command, to `doctor`; and the errand that keeps it going.
struct SyncSigns: Sendable {
    let hall: AccountHall
    let machine: SyncMachine
    private var accounts: Accounts { hall.accounts }

    // MARK: - The first screen

    /// One calm line, for somebody who is signed in.
    var card: HomeCard {
        HomeCard("sync", order: 95) {
            // The first screen stands, whatever has become of the account.
            guard let account = try? accounts.account(), let situation = try? accounts.situation() else {
                return HomeCard.Content(blocks: [], members: members(nil, waiting: 0))
            }
            let waiting = try accounts.waiting()
            let isCalm = situation.state == .signedIn && situation.notes.awaySince == nil
            return HomeCard.Content(
                blocks: [.paragraph(StyledText(declared: line(situation, account, waiting), isCalm ? .muted : .warning))],
                at: .foot,
                members: members(situation, waiting: waiting))
        }
    }

    private func members(_ situation: Situation?, waiting: Int) -> [FieldValue.Member] {
        [
            .init("status", .text(situation?.sync.rawValue)), .init("lastAt", .instant(situation?.notes.last)),
            .init("offlineSince", .instant(situation?.notes.awaySince)), .init("waiting", .integer(waiting)),
        ]
    }

    private func line(_ situation: Situation, _ account: Account, _ waiting: Int) -> String {
        var parts: [String] = []
        switch situation.state {
        case .suspended, .needsUpgrade: parts.append(situation.state == .suspended ? situation.said : situation.sync.line)
        case .signedIn where account.isPaused: parts.append("Sync rests")
        case .signedIn, .guest:
            if let since = situation.notes.awaySince { parts.append("Offline since \(hall.moment(since))") }
        }
        parts.append(situation.notes.last.map { "last sync \(hall.moment($0))" } ?? "not synced yet")
        if waiting > 0 { parts.append("\(counted(waiting, "change")) waiting") }
        let words = parts.joined(separator: " · ")
        return words.capitalizedFirst
    }

    // MARK: - status

    var item: StatusItem {
        StatusItem("sync", letters: [("sy", "changes that have not left this device")]) {
            // A guest is asked for nothing, not even the gate.
            guard let account = try accounts.account() else { return nil }
            let (situation, waiting) = (try accounts.situation(), try accounts.waiting())
            let isAway = situation.notes.awaySince != nil
            return StatusItem.Content(
                text: "Sync: \(line(situation, account, waiting))",
                short: (isAway ? "offline" : "synced") + (waiting > 0 ? " \(waiting)↑" : ""),
                state: isAway ? "offline" : situation.sync.rawValue, values: ["\(waiting)"])
        }
    }

    // MARK: - Below a command

    /// Said once.
    var afterword: Afterword {
        Afterword("sync") { command in
            guard command != "sync", (try? accounts.account()) ?? nil != nil else { return [] }
            let count = accounts.takeNews()
            return (count == 0 ? [] : [.paragraph(StyledText("\(AccountHall.gaveWay(count)): `sync recovered`", .accent))])
                + (command == "restore" ? [.paragraph(StyledText(declared: Self.afterRestoring, .warning))] : [])
        }
    }

    /// A backup is old, and what is newer stands everywhere.
    private static let afterRestoring =
        "You are signed in: what your account has that is newer comes back when this device syncs. Who wants it as it was signs out first."

    // MARK: - In the background

    /// What only explains, or syncs itself, starts nothing.
    private static let still: Set<String> = ["help", "about", "man", "completions", "__complete", "sync"]

    /// Meets the others in the background, where something waits or they have not been met for a while. It reads the account and the notes, and the store
    /// only where the command has used it.
    var errand: Errand {
        Errand("sync") { command in
            guard !Self.still.contains(command), let servant = machine.servant, servant.isReady, machine.hasStore(),
                accounts.isWorthMeeting(), !machine.isKeptOn
            else { return }
            servant.start()
        }
    }

    // MARK: - doctor

    /// A place that is away for so long is worth a word, in days.
    private static let longAway = 7.0

    var checkup: Checkup {
        Checkup("sync", seen: { try accounts.account().map { "The account in \($0.place)" } }) {
            let overview = try accounts.overview()
            guard overview.situation.account != nil else { return [] }
            return (states(overview) + devices(overview)).map { .init(.notice, $0) }
        }
    }

    private func states(_ overview: SyncOverview) -> [String] {
        var found: [String] = []
        if overview.situation.state == .suspended {
            found.append("Sync: \(overview.situation.said). What is here stays; `account sign-out` ends it on this device.")
        }
        if let since = overview.awaySince, hall.time.now().seconds(since: since) > Self.longAway * 86_400 {
            found.append(
                "Sync: the place has been away since \(hall.moment(since)); \(counted(overview.waiting, "change")) waiting. \(overview.situation.notes.trouble ?? "")"
            )
        } else if overview.awaySince == nil, let trouble = overview.situation.notes.trouble {
            found.append("Sync: \(trouble)")
        }
        return found
    }

    private func devices(_ overview: SyncOverview) -> [String] {
        var found = overview.silent.map { one in
            "Sync: nothing was heard of \(one.title) for \(one.known.silentFor / 86_400_000) days. If it is gone, `account remove-device` takes it off the list."
        }
        let ahead = Dictionary(grouping: overview.quarantined, by: \.from)
        for (device, some) in ahead.sorted(by: { $0.key < $1.key }) {
            let title = overview.others.first { $0.known.device == device }?.title ?? device
            found.append(
                "Sync: \(counted(some.count, "change")) of \(title) from a clock more than a day ahead of this one. Set that device's clock right."
            )
        }
        return found
    }
}
