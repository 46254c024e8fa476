import Accounts
import Guidance
import Interface
import Kernel
import Sync
import Synchronization

/// The plugin that adds `account …` and `sync …` to an app.
package struct AccountsPlugin: Plugin {
    package let name = "Accounts"
    private let machine: SyncHost
    private let store: any Store
    private let isGated: Bool
    private let context: @Sendable (_ allPlugins: Registry) -> AccountsContext

    /// - Parameters:
    ///   - store: The store of all data.
    ///   - machine: Runs background work.
    ///   - isGated: Whether the app sells anything, so that its paywall can restrict `sync`.
    ///   - context: The context of the commands, made from the registry of all plugins.
    package init(
        over store: any Store, _ machine: SyncHost = .none, isGated: Bool = true,
        _ context: @escaping @Sendable (_ allPlugins: Registry) -> AccountsContext
    ) {
        self.store = store
        self.machine = machine
        self.isGated = isGated
        self.context = context
    }

    package func contribute(to registry: inout Registry) {
        registry.add(SyncPolicy.local(Replica.collections))
        registry.add(SyncPolicy(.files, [FileRecord.collection], keepsSupersededVersions: false))
        registry.add(to: .pendingVersions) { [store] _ in [PendingVersions(store.pendingVersions(of:))] }
        registry.add(all: Replica.collections.map(\.name), to: .internalCollections)
        registry.add(DataFolder("copies", of: "copy", many: "copies", .regenerable), to: .dataFolders)
        registry.add(SecretFile("account", "your account and its key"), to: .secretFiles)
        registry.add(SecretFile("sync-login", "this device's login at your account"), to: .secretFiles)
        if isGated { registry.add(AccountGates.cloudSync, to: .gates) }
        registry.add(AccountsHelp.topic, to: .helpTopics)
        registry.add(AccountsHelp.group, to: .commandGroups)
        contribute(SharedAccountsContext(make: context), to: &registry)
    }

    /// Adds the contributions that depend on all plugins.
    private func contribute(_ context: SharedAccountsContext, to registry: inout Registry) {
        let indicators: @Sendable (Registry) -> SyncIndicators = { [machine] in
            SyncIndicators(context: context.of($0), machine: machine)
        }
        registry.add(to: .awaitedFiles) { allPlugins in
            let accounts = context.of(allPlugins).accounts
            return [AwaitedFiles { (try? accounts.account()).flatMap { $0 } != nil }]
        }
        registry.add(to: .commands) { [machine] in AccountsPlugin.commands(context.of($0), machine) }
        registry.add(to: .homeCards) { [indicators($0).card] }
        registry.add(to: .statusItems) { [indicators($0).item] }
        registry.add(to: .postCommandHints) { [indicators($0).postCommandHint] }
        registry.add(to: .postCommandTasks) { [indicators($0).postCommandTask] }
        registry.add(to: .doctorChecks) { [indicators($0).checkup] }
        registry.add(to: .deviceCheckups) { [machine] in
            [DeviceComparisonReport(context: context.of($0), machine: machine).checkup]
        }
        registry.add(to: .resetHooks) { [machine] in [context.of($0).resetHook(machine)] }
    }

    /// The context of an app, created once on first use.
    ///
    /// The registry holds this object. The context holds the registry, so this reference is weak.
    private final class SharedAccountsContext: Sendable {
        private struct WeakContext { weak var context: AccountsContext? }

        private let make: @Sendable (_ allPlugins: Registry) -> AccountsContext
        private let weakContext = Mutex(WeakContext())

        init(make: @escaping @Sendable (_ allPlugins: Registry) -> AccountsContext) { self.make = make }

        func of(_ allPlugins: Registry) -> AccountsContext {
            weakContext.withLock { weakContext in
                let context = weakContext.context ?? make(allPlugins)
                weakContext.context = context
                return context
            }
        }
    }

    private static func commands(_ context: AccountsContext, _ machine: SyncHost) -> [Command] {
        let setup = AccountSetupCommands(context: context, machine: machine)
        let account = AccountCommands(context: context, machine: machine)
        let sync = SyncCommands(context: context, machine: machine)
        let service = SyncServiceCommands(context: context, machine: machine)
        return [
            setup.create, setup.join, account.show, account.devices, account.rename, account.removeDevice,
            account.choose, account.undo, account.signOut, account.delete, sync.now,
            SyncStatusCommand(context: context, machine: machine).status,
            RecoveredCommand(context: context).recovered, sync.pause, sync.history, service.run, service.install,
        ]
    }
}
