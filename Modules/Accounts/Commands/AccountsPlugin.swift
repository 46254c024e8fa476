import Accounts
import Guidance
import Kernel
import Sync
import Synchronization
import Terminal

/// Brings `account …` and `sync …` to an app.
public struct AccountsPlugin: Plugin {
    public let name = "Accounts"
    private let machine: SyncMachine
    private let store: any Store
    private let isGated: Bool
    private let hall: @Sendable (_ whole: Registry) -> AccountHall

    /// The commands over somebody's account.
    ///
    /// - Parameters:
    ///   - store: in which everything lies.
    ///   - machine: what works in the background.
    ///   - isGated: whether the app sells anything, and so whether its paywall has a say in `sync`.
    ///   - hall: what they need, made from what all plugins brought: scopes, kinds of record, folders.
    public init(
        over store: any Store, _ machine: SyncMachine = .none, isGated: Bool = true,
        _ hall: @escaping @Sendable (_ whole: Registry) -> AccountHall
    ) {
        (self.store, self.machine, self.isGated, self.hall) = (store, machine, isGated, hall)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Belongings.staying(Replica.collections))
        registry.add(Belongings(.files, [FileRecord.collection], isMissed: false))
        registry.add(to: .waitingVersions) { [store] _ in [WaitingVersions(store.versionsThatWait(of:))] }
        registry.add(all: Replica.collections.map(\.name), to: .ownNotes)
        registry.add(DataFolder("copies", of: "copy", many: "copies", .remade), to: .dataFolders)
        registry.add(SecretFile("account", "your account and its key"), to: .secretFiles)
        registry.add(SecretFile("sync-login", "this device's login at your account"), to: .secretFiles)
        if isGated { registry.add(AccountGates.cloudSync, to: .gates) }
        registry.add(AccountsHelp.topic, to: .helpTopics)
        registry.add(AccountsHelp.group, to: .commandGroups)
        contribute(OneHall(make: hall), to: &registry)
    }

    /// What needs to know what all plugins brought.
    private func contribute(_ hall: OneHall, to registry: inout Registry) {
        let signs: @Sendable (Registry) -> SyncSigns = { [machine] in SyncSigns(hall: hall.of($0), machine: machine) }
        registry.add(to: .awaitedFiles) { whole in
            let accounts = hall.of(whole).accounts
            return [AwaitedFiles { (try? accounts.account()).flatMap { $0 } != nil }]
        }
        registry.add(to: .commands) { [machine] in AccountsPlugin.commands(hall.of($0), machine) }
        registry.add(to: .homeCards) { [signs($0).card] }
        registry.add(to: .statusItems) { [signs($0).item] }
        registry.add(to: .afterwords) { [signs($0).afterword] }
        registry.add(to: .errands) { [signs($0).errand] }
        registry.add(to: .checkups) { [signs($0).checkup] }
        registry.add(to: .deviceCheckups) { [machine] in [DeviceComparing(hall: hall.of($0), machine: machine).checkup] }
        registry.add(to: .departures) { [machine] in [hall.of($0).departure(machine)] }
    }

    /// Made once for an app, whatever asks for it first. It is kept by what it is made for: it holds the registry, which holds this.
    private final class OneHall: Sendable {
        private struct Made { weak var hall: AccountHall? }

        private let make: @Sendable (_ whole: Registry) -> AccountHall
        private let made = Mutex(Made())

        init(make: @escaping @Sendable (_ whole: Registry) -> AccountHall) { self.make = make }

        func of(_ whole: Registry) -> AccountHall {
            made.withLock { made in
                let hall = made.hall ?? make(whole)
                made.hall = hall
                return hall
            }
        }
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
