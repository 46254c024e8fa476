import Kernel
import Programs
import Storage
import Synchronization
import Terminal

/// What the world gives an app: where its data is, what time it is, chance, programs. Made once, at the start, and passed in.
public struct Environment: Sendable {
    /// The app's name.
    public let app: String
    /// The options that every command takes.
    public let options: GlobalOptions
    /// Environment variables.
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
    /// Whether somebody is signed in. Accounts come with sync; until then everybody is a guest.
    public var isSignedIn: @Sendable () -> Bool = { false }
    /// Who is told of every gate that a feature asks: a log, or a test that listens; nil for nobody.
    public var gateListener: (@Sendable (Gate) -> Void)?
    /// Programs on PATH.
    public let programs: Programs
    let opened = OpenedStores()
    private(set) var given: (any Store)?

    /// The environment of a process.
    public init(app: String, options: GlobalOptions, variables: [String: String], isTerminal: Bool = false) {
        (self.app, self.options, self.variables) = (app, options, variables)
        isForPerson = isTerminal && options.form == .people
        directory = options.dataDirectory ?? Environment.home(of: app, variables)
        time = TimeSource(calendar: .machine, today: options.today, now: Environment.now)
        ids = .timeOrdered(now: Environment.now, random: .system())
        random = options.seed.map { RandomSource(seed: $0) } ?? .system()
        programs = Programs(path: variables["PATH"] ?? "")
    }

    /// The app's own directory.
    ///
    /// - Throws: `noHome` when nothing says where data belongs.
    public func dataDirectory() throws -> String {
        guard let directory else {
            throw Failure(
                .noHome, "Nothing says where \(app) may keep its data.", advice: "Set HOME, or give --data DIR.", kind: .usage)
        }
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

    /// The app's store: opened at the first transaction, so that help works where the data directory does not. With `--dry-run` it
    /// forgets what is written.
    public func openStore() -> any Store {
        let base = given ?? (options.store == .memory ? MemoryStore(now: Environment.now) : fileStore())
        if given == nil { opened.add(base) }
        return options.isDryRun ? LazyStore { try DryRunStore(over: base, now: Environment.now) } : base
    }

    /// The same environment over another store and directory, for tests that look into them.
    public func with(store: any Store, directory: String? = nil) -> Environment {
        var copy = self
        copy.given = store
        copy.directory = directory ?? self.directory
        return copy
    }

    /// Writes a file into the data directory, for copies that an app keeps unasked.
    ///
    /// - Returns: the file's path.
    package func keep(_ name: String, _ bytes: [UInt8]) throws -> String {
        let folder = try dataDirectory() + "/kept"
        guard !options.isDryRun else { return "\(folder)/\(name)" }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(
                .cannotKeep, "The folder \(folder) cannot be made.", advice: "Nothing was changed.", kind: .cannotCreate)
        }
        try ConsoleFiles.disk.write("\(folder)/\(name)", bytes, false)
        return "\(folder)/\(name)"
    }

    /// The program `dojang-foo` for `dojang foo`; the app's own commands win.
    package func external(_ word: String) -> Shell.External? {
        guard word.first?.isLetter == true, let path = programs.find("\(app)-\(word)") else { return nil }
        return { words in
            do {
                return try ProgramCall(path, words).replace()
            } catch {
                return (error as? Failure)?.kind.exitStatus ?? 1
            }
        }
    }

    package func close() { opened.close() }

    private func fileStore() -> any Store {
        LazyStore {
            let directory = try dataDirectory()
            let isThere = FileManager.default.fileExists(atPath: directory)
            guard isThere || !options.isDryRun else { return MemoryStore(now: Environment.now) }
            let store = try FileStore(directory: directory, notes: notes, now: Environment.now)
            opened.note(damage: store.knownDamage)
            return store
        }
    }

    /// Where it is noted how far the stores that the app opens have got; beside the data it would be brought back with them.
    package var notes: String? {
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/\(app)/stores" }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/\(app)/stores"
    }

    package static let now: @Sendable () -> Instant = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package static func home(of app: String, _ variables: [String: String]) -> String? {
        if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/\(app)" }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/share/\(app)"
    }
}

extension LocalCalendar {
    /// The machine's time zone (TZ, or the system's), by the C library: it costs nothing at start-up.
    package static let machine = LocalCalendar { instant in
        var seconds = time_t(instant.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts.tm_gmtoff
    }
}

final class OpenedStores: Sendable {
    private let stores = Mutex<[any Store]>([])
    private let noted = Mutex<String?>(nil)

    /// What was found to be damaged when a store was opened.
    var damage: String? { noted.withLock { $0 } }

    func note(damage: String?) { noted.withLock { $0 = $0 ?? damage } }

    func add(_ store: any Store) { stores.withLock { $0.append(store) } }

    func close() { for store in stores.withLock({ $0 }) { try? store.close() } }
}
