import Accounts
import Guidance
import Kernel
import Sync
import Terminal

/// Brings `account …` and `sync …` to an app.
public struct AccountsPlugin: Plugin {
    public let name = "Accounts"
    private let machine: SyncMachine
    private let store: any Store
    private let hall: @Sendable (_ whole: Registry) -> AccountHall

    /// The commands over somebody's account.
    ///
    /// - Parameters:
    ///   - store: in which everything lies.
    ///   - machine: what works in the background.
    ///   - hall: what they need, made from what all plugins brought: scopes, kinds of record, folders.
    public init(
        over store: any Store, _ machine: SyncMachine = .none,
        _ hall: @escaping @Sendable (_ whole: Registry) -> AccountHall
    ) {
        (self.store, self.machine, self.hall) = (store, machine, hall)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Belongings.staying(Replica.collections))
        registry.add(Belongings(.files, [FileRecord.collection], isMissed: false))
        registry.add(to: .awaitedFiles) { [hall] whole in
            [AwaitedFiles { (try? hall(whole).accounts.account()).flatMap { $0 } != nil }]
        }
        registry.add(to: .waitingVersions) { [store] _ in [WaitingVersions(store.versionsThatWait(of:))] }
        registry.add(all: Replica.collections.map(\.name), to: .ownNotes)
        registry.add(DataFolder("copies", of: "copy", many: "copies", .remade), to: .dataFolders)
        registry.add(SecretFile("account", "your account and its key"), to: .secretFiles)
        registry.add(SecretFile("sync-login", "this device's login at your account"), to: .secretFiles)
        registry.add(AccountGates.cloudSync, to: .gates)
        registry.add(AccountsHelp.topic, to: .helpTopics)
        registry.add(AccountsHelp.group, to: .commandGroups)
        registry.add(to: .commands) { [machine, hall] whole in AccountsPlugin.commands(hall(whole), machine) }
        registry.add(to: .homeCards) { [signs] whole in [signs(whole).card] }
        registry.add(to: .statusItems) { [signs] whole in [signs(whole).item] }
        registry.add(to: .afterwords) { [signs] whole in [signs(whole).afterword] }
        registry.add(to: .errands) { [signs] whole in [signs(whole).errand] }
        registry.add(to: .checkups) { [signs] whole in [signs(whole).checkup] }
    }

    private var signs: @Sendable (_ whole: Registry) -> SyncSigns {
        { [machine, hall] whole in SyncSigns(hall: hall(whole), machine: machine) }
    }

    private static func commands(_ hall: AccountHall, _ machine: SyncMachine) -> [Command] {
        let (entering, keeping) = (EnteringDesk(hall: hall, machine: machine), AccountDesk(hall: hall, machine: machine))
        let (desk, running) = (SyncDesk(hall: hall, machine: machine), SyncRunning(hall: hall, machine: machine))
        return [
            entering.create, entering.join, keeping.show, keeping.devices, keeping.rename, keeping.removeDevice, keeping.choose,
            keeping.undo, keeping.signOut, keeping.delete, desk.now, SyncStatusDesk(hall: hall, machine: machine).status,
            RecoveredDesk(hall: hall).recovered, desk.pause, desk.history, running.run, running.install,
        ]
    }
}
