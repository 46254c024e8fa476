import Accounts
import Files
import Kernel
import Monetization
import PostgresStore
import Programs
import SQLiteStore
import Storage
import Terminal

/// What the world gives an app: where its data is, what time it is, chance, programs. Made once, at the start, and passed in.
public struct Environment: Sendable {
    /// What is typed to run the app; its data lies under this name.
    public let app: String
    /// The options that every command takes.
    public let options: GlobalOptions
    /// The variables that the process was started with.
    public let variables: [String: String]
    /// Whether a person at a terminal sees what the app shows.
    public let isForPerson: Bool
    private var directory: String?
    /// Clock, day and calendar.
    public var time: TimeSource
    /// New identifiers; `--seed` does not touch them.
    public var ids: IDSource
    /// Chance; `--seed` decides it.
    public var random: RandomSource
    /// Whether somebody is signed in; nil for what this device knows of its account.
    public var isSignedIn: (@Sendable () -> Bool)?
    /// Whose licences count; nil for the seller that is built in.
    public var seller: Seller?
    /// Who is told of every gate that a feature asks: a log, or a test that listens; nil for nobody.
    public var gateListener: (@Sendable (Gate) -> Void)?
    /// Where `notify-send`, image tools and the like are found.
    public let programs: Programs
    /// The engines that `--store` may name.
    public let stores: [StoreOffer]
    /// How a person hears of a store that takes its time.
    var caller = StoreCaller()
    package let opened = OpenedStores()
    /// Where nothing is kept, an account goes with the process.
    let passingAccount = AccountKeep.memory()
    /// What was read of files that are asked for often.
    let seenFiles = SeenFiles()
    private(set) var given: (any Store)?

    /// The environment of a process.
    public init(
        app: String, options: GlobalOptions, variables: [String: String], isTerminal: Bool = false,
        stores: [StoreOffer] = [.file, .memory, .sqlite, .postgres]
    ) {
        (self.app, self.variables, self.stores) = (app, variables, stores)
        self.options = options.seen(from: FileManager.default.currentDirectoryPath)
        isForPerson = isTerminal && options.form == .people
        directory = options.dataDirectory ?? BaseFolders(variables).data(of: app)
        time = TimeSource(calendar: MachineTime.calendar, today: options.today, now: MachineTime.now)
        ids = .timeOrdered(now: MachineTime.now, random: .system())
        random = options.seed.map { RandomSource(seed: $0) } ?? .system()
        programs = Programs(path: variables["PATH"] ?? "")
    }

    /// The environment that a command line asks for, and the words that are left of it.
    static func split(
        _ app: String, _ words: [String], _ variables: [String: String], _ engines: [any Plugin], isTerminal: Bool = false
    ) throws -> (environment: Environment, rest: [String]) {
        let stores = try Registry([HouseStores(), SQLiteStores(), PostgresStores()] + engines).all(.stores)
        let (options, rest) = try GlobalOptions.split(words, stores: stores.map(StoreChoice.init))
        return (Environment(app: app, options: options, variables: variables, isTerminal: isTerminal, stores: stores), rest)
    }

    /// The app's own directory.
    ///
    /// - Throws: `noHome` when nothing says where data belongs.
    public func dataDirectory() throws -> String {
        guard let directory else { throw Failure.noHome(of: app) }
        return directory
    }

    /// The app's directory as an absolute path; empty where nothing says where data belongs.
    package var home: String { directory.map(absolute) ?? "" }

    /// A folder within the app's directory, as an absolute path; empty where nothing says where data belongs.
    package func folder(_ name: String) -> String { home.isEmpty ? "" : home + "/" + name }

    /// A path as the person meant it, seen from the root.
    package func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// What the engine of the app's store is given.
    var ground: StoreGround {
        StoreGround(
            target: options.store.target, directory: dataDirectory, notes: notes, isRehearsal: options.isDryRun,
            now: MachineTime.now, report: opened.note, caller: caller, peers: peers)
    }

    /// The app's store: opened at the first transaction, so that help works where the data directory does not. With `--dry-run` it
    /// forgets what is written.
    public func openStore() -> any Store {
        let base = given ?? opened.glanced(LazyStore { [offer, ground, opened] in try opened.using(offer.opened(on: ground)) })
        if given == nil { opened.add(base) }
        return rehearsed(base)
    }

    /// The store itself, or one over it that forgets what is written, with `--dry-run`.
    func rehearsed(_ base: any Store) -> any Store {
        options.isDryRun ? LazyStore { try DryRunStore(over: base, now: MachineTime.now) } : base
    }

    /// The same environment over another store and directory, for tests that look into them.
    public func with(store: any Store, directory: String? = nil) -> Environment {
        var copy = self
        copy.given = opened.glanced(store)
        copy.directory = directory ?? self.directory
        return copy
    }

    private var offer: StoreOffer { stores.first { $0.name == options.store.name } ?? .file }

    /// Whether nothing is kept once the program ends, neither records nor the files beside them.
    public var isPassing: Bool { !offer.isLasting }

    /// Where it is noted how far the stores that the app opens have got; beside the data it would be brought back with them.
    package var notes: String? { BaseFolders(variables).state.map { "\($0)/\(app)/stores" } }
}
