import BackupCommands
import Files
import Guidance
import GuidanceCommands
import Kernel
import Programs
import Reminders
import RemindersAdapters
import RemindersCommands
import Search
import SearchAdapters
import StorageCommands
import Terminal

/// The version of everything built from this package.
package enum Release {
    package static let version = "0.2.0"
}

extension GuidancePlugin {
    /// Creates tours, tips, news and help for an app. Their state belongs to the device, unless
    /// `profile` names a partition.
    public init(
        _ environment: Environment, store: any Store, welcome: WelcomeTour,
        profile: (@Sendable () throws -> Partition)? = nil,
        feedback: FeedbackNews = .none, isChild: @escaping @Sendable () throws -> Bool = { false }
    ) {
        self.init(
            guide: Guide(device: store, profile: profile, time: environment.time), welcome: welcome,
            version: Release.version, feedback: feedback, isForPerson: { environment.isForPerson }, isChild: isChild)
    }
}

extension Environment {
    /// Returns the search over the app's store, with its indexes in the folder `search`. It writes
    /// no index with `--store memory` or `--dry-run`.
    package func search() -> any TextSearch {
        IndexedSearch(cache: isTemporary ? .none : .folder(folder("search"), isReadOnly: options.isDryRun))
    }

    /// The notifier for the user: the desktop, or else the bell and a line on standard error. With
    /// `--dry-run` it shows nothing.
    package var notifier: Notifier {
        options.isDryRun ? .memory(RecordedNotifications()) : .machine(programs, app: app, ringing: isForPerson)
    }

    /// Returns a background job for a command of the app.
    /// The job does nothing if the store is temporary. The job `upkeep` compacts long logs.
    package func backgroundJob(_ name: String, _ words: [String], atMost seconds: UInt32) -> BackgroundJob {
        BackgroundJob(
            name, injectedStore == nil && !isTemporary && !options.isDryRun ? ProcessArguments.program : nil, of: app,
            words + storeOptions + ["--quiet"], in: home, atMost: seconds, variables: variables)
    }

    /// The options with which another program finds the records.
    fileprivate var storeOptions: [String] {
        (options.store == .file ? [] : ["--store", options.store.word])
            + (options.dataDirectory == nil && variables["XDG_DATA_HOME"] == nil ? [] : ["--data", home])
    }

    /// The installer of scheduled commands, and the words that run this app on this data.
    package var schedules: (installer: ScheduleInstaller, command: [String]) {
        let folders = BaseFolders(variables)
        let words = [ProcessArguments.program ?? app] + storeOptions
        guard !options.isDryRun else { return (.none, words) }
        return (.machine(programs, configHome: folders.config ?? "/.config", agents: folders.agents ?? "/"), words)
    }

    var upkeep: BackgroundJob { backgroundJob("upkeep", ["doctor", "--compact"], atMost: 900) }

    /// The desktop notifier alone, for a screen that a printed line would overwrite. With
    /// `--dry-run` it shows nothing.
    package var desktop: Notifier { options.isDryRun ? .memory(RecordedNotifications()) : .desktop(programs, app: app) }
}

extension RemindersPlugin {
    public init(_ environment: Environment, store: any Store) {
        let (installer, command) = environment.schedules
        self.init(
            store, notifier: environment.notifier, installer: installer, app: environment.app, command: command,
            time: environment.time, sleep: Pause.seconds)
    }
}

extension StoragePlugin {
    public init(_ environment: Environment, store: any Store, beneath: RawRecords? = nil) {
        self.init(
            store: store, time: environment.time, backgroundJob: environment.upkeep,
            engines: StoreEngines(environment.stores, context: environment.ground)
        ) { Backups(environment, of: $0, store, beneath: beneath).commands }
    }
}

extension Backups {
    init(_ environment: Environment, of registry: Registry, _ store: any Store, beneath: RawRecords?) {
        self.init(of: registry, store, place: environment.storePlace, time: environment.time, rawRecords: beneath)
    }
}

extension Environment {
    fileprivate var storePlace: StorePlace {
        StorePlace(app: app, directory: isTemporary || injectedStore != nil ? nil : home, isDryRun: options.isDryRun)
    }
}
