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

/// The version of everything that is built from this package.
package enum Release {
    package static let version = "0.2.0"
}

extension GuidancePlugin {
    /// Tours, tips, news and help for an app; what is remembered belongs to the device unless a profile says whose it is.
    public init(
        _ environment: Environment, store: any Store, welcome: Welcome, profile: (@Sendable () throws -> Partition)? = nil,
        feedback: FeedbackNews = .none, isChild: @escaping @Sendable () throws -> Bool = { false }
    ) {
        self.init(
            guide: Guide(device: store, profile: profile, time: environment.time), welcome: welcome,
            version: Release.version, feedback: feedback, isForPerson: { environment.isForPerson }, isChild: isChild)
    }
}

extension Environment {
    /// The search over the app's store, with its indexes in the folder `search`; `--store memory` and `--dry-run` write none.
    public func search() -> any TextSearch {
        IndexedSearch(cache: isPassing ? .none : .folder(folder("search"), isReadOnly: options.isDryRun))
    }

    /// Who tells a person something: the desktop, else the bell and a line on standard error. With `--dry-run` nobody.
    package var notifier: Notifier {
        options.isDryRun ? .memory(ToldList()) : .machine(programs, app: app, ringing: isForPerson)
    }

    /// A command that the app has done in the background, by nobody where nothing is kept; `upkeep` rewrites what is long.
    package func servant(_ name: String, _ words: [String], atMost seconds: UInt32) -> Servant {
        Servant(
            name, given == nil && !isPassing && !options.isDryRun ? ProcessWords.program : nil, of: app,
            words + places + ["--quiet"], in: home, atMost: seconds, variables: variables)
    }

    /// What tells a program that is started from elsewhere, with variables of its own, where this one keeps its records.
    fileprivate var places: [String] {
        (options.store == .file ? [] : ["--store", options.store.word])
            + (options.dataDirectory == nil && variables["XDG_DATA_HOME"] == nil ? [] : ["--data", home])
    }

    /// Who makes the machine run something by itself, and the words with which this app is led to this data.
    package var schedules: (installer: ScheduleInstaller, command: [String]) {
        let (folders, words) = (BaseFolders(variables), [ProcessWords.program ?? app] + places)
        guard !options.isDryRun else { return (.none, words) }
        return (.machine(programs, configHome: folders.config ?? "/.config", agents: folders.agents ?? "/"), words)
    }

    var upkeep: Servant { servant("upkeep", ["doctor", "--compact"], atMost: 900) }

    /// The desktop alone, for a screen that a line would write over. With `--dry-run` nobody.
    package var desktop: Notifier { options.isDryRun ? .memory(ToldList()) : .desktop(programs, app: app) }
}

extension RemindersPlugin {
    /// `remind` for an app.
    public init(_ environment: Environment, store: any Store) {
        let (installer, command) = environment.schedules
        self.init(
            store, notifier: environment.notifier, installer: installer, app: environment.app, command: command,
            time: environment.time, sleep: Pause.seconds)
    }
}

extension StoragePlugin {
    /// `undo`, `doctor`, `backup`, `restore`, `reset` and `store copy` for an app.
    public init(_ environment: Environment, store: any Store, beneath: RecordsBeneath? = nil) {
        self.init(
            store: store, place: environment.place, time: environment.time, servant: environment.upkeep,
            engines: StoreEngines(environment.stores, on: environment.ground), beneath: beneath)
    }
}

extension Backups {
    /// Backups of an app.
    init(_ environment: Environment, of whole: Registry, _ store: any Store, beneath: RecordsBeneath?) {
        self.init(of: whole, store, place: environment.place, time: environment.time, beneath: beneath)
    }
}

extension Environment {
    /// Where files lie beside the records.
    fileprivate var place: StorePlace {
        StorePlace(app: app, directory: isPassing || given != nil ? nil : home, isRehearsal: options.isDryRun)
    }
}
