import Accounts
import AccountsAdapters
import AccountsCommands
import Files
import Kernel
import StorageCommands
import Sync
import SyncAdapters
import Terminal

extension Environment {
    /// What this device knows of its account.
    var accountKeep: AccountKeep {
        isPassing ? passingAccount : .file({ try dataDirectory() + "/account" }, isRehearsal: options.isDryRun, seen: seenFiles)
    }

    /// Whether somebody is signed in; asked of the file each time.
    var hasAccount: @Sendable () -> Bool {
        isSignedIn ?? { [accountKeep] in (try? accountKeep.load()).flatMap { $0 }.map { $0.suspension == nil } ?? false }
    }

    /// Up to when the other devices have everything. What this device knows of its account may be unreadable: then nothing is forgotten.
    var peers: @Sendable () -> HybridTime? {
        { [accountKeep, syncLog] in
            if case .success(nil) = Result(catching: accountKeep.load) { return nil }
            return syncLog.read().seenByAll ?? .zero
        }
    }

    /// What keeps devices in step without being asked.
    fileprivate var syncing: SyncMachine {
        let silence: @Sendable (String) -> Void = { _ in }
        return SyncMachine(
            servant: servant("sync", ["sync", "now"], atMost: 600), locksIn: isPassing || given != nil ? nil : home,
            schedules: schedules, sleep: Pause.seconds, say: options.isQuiet ? silence : ProcessWords.say,
            hasStore: { [opened] in opened.isInUse })
    }

    /// What rounds have come to, beside the data.
    var syncLog: SyncLog { isPassing || options.isDryRun ? .memory() : .file(folder("sync-notes"), seen: seenFiles) }
}

extension AccountsPlugin {
    /// `account` and `sync` for an app; without `gates` for one that sells nothing.
    public init(
        _ environment: Environment, store: any Store, gates: GateKeeper? = nil, product: String, beneath: RecordsBeneath? = nil
    ) {
        let time = environment.time
        let meetings = MachineMeetings(environment.programs, workingIn: environment.folder("work"), now: time.now) {
            try environment.dataDirectory() + "/sync-login"
        }
        self.init(over: store, environment.syncing, isGated: gates != nil) { whole in
            let homes = whole.all(.fileHomes)
            let accounts = Accounts(
                of: environment.app, store, environment.accountKeep, log: environment.syncLog,
                places: SyncPlaces(newKey: meetings.newKey) { try meetings.open($0.address, $1, mayMake: $2) },
                copies: .beside(environment.home, at: time.now, Backups(environment, of: whole, store, beneath: beneath)),
                gates: gates ?? .open, belongings: whole.belongings,
                files: homes.isEmpty
                    ? nil
                    : SyncedFiles(
                        whole.all(.namedFiles), home: FileHomes(homes),
                        drafts: FolderFiles(environment.folder("coming"), mayMake: true)), ids: environment.ids, time: time)
            return AccountHall(
                accounts, product: product, title: DeviceName.machine, absolute: environment.absolute, time: time,
                isRehearsal: environment.options.isDryRun)
        }
    }
}

extension GuestCopies {
    /// Backups in the app's own folder, unless they are to go elsewhere.
    fileprivate static func beside(
        _ home: String, at now: @escaping @Sendable () -> Instant, _ backups: Backups
    ) -> GuestCopies {
        GuestCopies(
            make: { file in
                if let file { return try backups.written(to: file) }
                _ = try? Folder.open(home, ["copies"], making: true)
                return try backups.written(to: "\(home)/copies/before-account-\(now().milliseconds).tar")
            }, bringBack: backups.bringBack)
    }
}
