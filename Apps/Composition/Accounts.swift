import Accounts
import AccountsAdapters
import AccountsCommands
import BackupCommands
import Files
import Kernel
import Sync
import SyncAdapters
import Terminal

extension Environment {
    var accountStorage: AccountStorage {
        isTemporary
            ? temporaryAccount
            : .file({ try dataDirectory() + "/account" }, isDryRun: options.isDryRun, seen: seenFiles)
    }

    /// Whether a user is signed in. Each call reads the file.
    var hasAccount: @Sendable () -> Bool {
        isSignedIn ?? { [accountStorage] in (try? accountStorage.load()).map { $0.suspension == nil } ?? false }
    }

    /// The time up to which the other devices have all changes.
    ///
    /// If the account state of this device is unreadable, the time is zero, so no tombstone is
    /// removed.
    var peers: @Sendable () -> HybridTime? {
        { [accountStorage, syncLog] in
            if case .success(nil) = Result(catching: accountStorage.load) { return nil }
            return syncLog.read().seenByAll ?? .zero
        }
    }

    /// The host that synchronizes devices in the background.
    fileprivate var syncing: SyncHost {
        let silence: @Sendable (String) -> Void = { _ in }
        return SyncHost(
            backgroundJob: backgroundJob("sync", ["sync", "now"], atMost: 600),
            locksIn: isTemporary || injectedStore != nil ? nil : home,
            schedules: schedules, sleep: Pause.seconds,
            report: options.isQuiet ? silence : ProcessArguments.writeErrorLine,
            hasUsedStore: { [opened] in opened.isInUse })
    }

    /// The log of sync rounds, stored next to the data.
    var syncLog: SyncLog { isTemporary || options.isDryRun ? .memory() : .file(folder("sync-notes"), seen: seenFiles) }
}

extension AccountsPlugin {
    public init(
        _ environment: Environment, store: any Store, gates: GateKeeper? = nil, product: String,
        beneath: RawRecords? = nil
    ) {
        let time = environment.time
        let meetings = SyncPlaceOpener(environment.programs, workingIn: environment.folder("work"), now: time.now) {
            try environment.dataDirectory() + "/sync-login"
        }
        self.init(over: store, environment.syncing, isGated: gates != nil) { registry in
            let homes = registry.all(.fileHomes)
            let accounts = AccountService(
                of: environment.app, store, environment.accountStorage, log: environment.syncLog,
                places: SyncPlaces(newKey: meetings.newKey) { try meetings.open($0.address, $1, mayMake: $2) },
                backups: .beside(
                    environment.home, at: time.now, Backups(environment, of: registry, store, beneath: beneath)),
                gates: gates ?? .open, syncPolicies: registry.syncPolicies,
                files: homes.isEmpty
                    ? nil
                    : SyncedFiles(
                        registry.all(.namedFiles), home: FileHomes(homes),
                        drafts: FolderFiles(environment.folder("coming"), mayMake: true)), ids: environment.ids,
                time: time)
            return AccountsContext(
                accounts, product: product, title: DeviceName.machine, absolute: environment.absolute, time: time,
                isDryRun: environment.options.isDryRun)
        }
    }
}

extension PreJoinBackup {
    /// Returns backups in the app's own folder, unless another folder is configured.
    fileprivate static func beside(
        _ home: String, at now: @escaping @Sendable () -> Instant, _ backups: Backups
    ) -> PreJoinBackup {
        PreJoinBackup(
            make: { file in
                if let file { return try backups.written(to: file) }
                _ = try? Folder.open(home, ["copies"], making: true)
                return try backups.written(to: "\(home)/copies/before-account-\(now().milliseconds).tar")
            }, bringBack: backups.restore)
    }
}
