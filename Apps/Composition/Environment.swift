import Accounts
import Files
import Interface
import Kernel
import Monetization
import PostgresStore
import Programs
import SQLiteStore
import Storage
import Terminal

/// The environment of an app: the location of its data, the time, randomness, programs.
public struct Environment: Sendable {
    /// The command name of the app, which also names its data directory.
    public let app: String
    public let options: GlobalOptions
    public let variables: [String: String]
    /// Whether a person at a terminal sees the output.
    public let isForPerson: Bool
    private var directory: String?
    public var time: TimeSource
    /// The source of new identifiers, which `--seed` does not affect.
    public var ids: IDSource
    /// The random source, which `--seed` determines.
    public var random: RandomSource
    /// Whether a user is signed in. Nil uses the device's own account state.
    public var isSignedIn: (@Sendable () -> Bool)?
    /// The seller whose licenses count. Nil uses the built-in seller.
    package var seller: Seller?
    /// A listener to every gate that a feature asks, such as a log or a test.
    public var gateListener: (@Sendable (Gate) -> Void)?
    /// The search path for `notify-send`, image tools and other programs.
    package let programs: ProgramPath
    /// The engines that `--store` may name.
    public let stores: [StoreProvider]
    /// The client that informs the user about a slow store.
    var caller = StoreClient()
    package let opened = OpenedStores()
    let temporaryAccount = AccountStorage.memory()
    let seenFiles = FileCache()
    private(set) var injectedStore: (any Store)?

    public init(
        app: String, options: GlobalOptions, variables: [String: String], isTerminal: Bool = false,
        stores: [StoreProvider] = [.file, .memory, .sqlite, .postgres]
    ) {
        self.app = app
        self.variables = variables
        self.stores = stores
        self.options = options.resolved(from: FileManager.default.currentDirectoryPath)
        isForPerson = isTerminal && options.form == .readable
        directory = options.dataDirectory ?? BaseFolders(variables).data(of: app)
        time = TimeSource(calendar: MachineTime.calendar, today: options.today, now: MachineTime.now)
        ids = .timeOrdered(now: MachineTime.now, random: .system())
        random = options.seed.map { RandomSource(seed: $0) } ?? .system()
        programs = ProgramPath(path: variables["PATH"] ?? "")
    }

    /// Returns the environment for a command line, and the remaining words.
    static func split(
        _ app: String, _ words: [String], _ variables: [String: String], _ engines: [any Plugin],
        isTerminal: Bool = false
    ) throws -> (environment: Environment, rest: [String]) {
        let stores = try Registry([BuiltInStores(), SQLiteStores(), PostgresStores()] + engines).all(.stores)
        let (options, rest) = try GlobalOptions.split(words, stores: stores.map(StoreChoice.init))
        return (
            Environment(app: app, options: options, variables: variables, isTerminal: isTerminal, stores: stores), rest
        )
    }

    /// Returns the app's own directory.
    ///
    /// - Throws: `noHome` if no setting determines the location of data.
    public func dataDirectory() throws -> String {
        guard let directory else { throw Failure.noHome(of: app) }
        return directory
    }

    /// The app's directory as an absolute path, or an empty string if no setting determines it.
    package var home: String { directory.map(absolute) ?? "" }

    /// Returns a folder in the app's directory as an absolute path, or an empty string if no
    /// setting determines the location.
    package func folder(_ name: String) -> String { home.isEmpty ? "" : home + "/" + name }

    /// Returns a path as an absolute path, relative to the current directory.
    package func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// The context for the engine of the app's store.
    var ground: StoreContext {
        StoreContext(
            target: options.store.target, directory: dataDirectory, notes: notes, isDryRun: options.isDryRun,
            now: MachineTime.now, report: opened.record, caller: caller, peers: peers)
    }

    /// Returns the app's store, opened at the first transaction so that help works without a data
    /// directory.
    ///
    /// With `--dry-run` the store discards all writes.
    public func openStore() -> any Store {
        let base =
            injectedStore
            ?? opened.sharingReads(
                LazyStore { [storeProvider, ground, opened] in try opened.using(storeProvider.opened(on: ground)) })
        if injectedStore == nil { opened.add(base) }
        return dryRunCopy(base)
    }

    /// Returns the store itself, or with `--dry-run` a store over it that discards all writes.
    func dryRunCopy(_ base: any Store) -> any Store {
        options.isDryRun ? LazyStore { try DryRunStore(over: base, now: MachineTime.now) } : base
    }

    /// Returns the same environment with another store and directory, for tests that inspect them.
    public func with(store: any Store, directory: String? = nil) -> Environment {
        var copy = self
        copy.injectedStore = opened.sharingReads(store)
        copy.directory = directory ?? self.directory
        return copy
    }

    private var storeProvider: StoreProvider { stores.first { $0.name == options.store.name } ?? .file }

    /// Whether nothing remains once the program ends, neither records nor other files.
    public var isTemporary: Bool { !storeProvider.isPersistent }

    /// The folder of the durability notes on the stores that the app opens.
    ///
    /// It is outside the data directory, because a restored backup would bring old notes back.
    package var notes: String? { BaseFolders(variables).state.map { "\($0)/\(app)/stores" } }
}
