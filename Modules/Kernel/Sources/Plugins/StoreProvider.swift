/// A kind of store for `--store NAME`. A module with an engine contributes one to `.stores`.
public struct StoreProvider: Sendable {
    /// The name on the command line: `memory`.
    public let name: String
    /// The kind of target that follows the name and a colon on the command line, or nil if there is
    /// only one such store.
    public let target: StoreTarget?
    /// The location of the records, as help prints it after "keep records": "in memory only".
    public let place: String
    /// Whether the records survive a restart of the app. If false, related data skips files too.
    public let isPersistent: Bool
    /// Returns whether such a store keeps its files in a folder of this machine. No other data is
    /// written to that folder.
    public let hasStore: @Sendable (_ folder: String) -> Bool
    public let open: @Sendable (StoreContext) throws -> any Store

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - target: the kind of target that the user types after the name and a colon.
    ///     `StoreContext.target` receives the text.
    ///   - place: completes "keep records …".
    ///   - hasStore: whether a folder contains such a store, for an engine with folders of its own.
    ///   - open: called at the first transaction of a process, and never without one.
    public init(
        _ name: String, target: StoreTarget? = nil, place: String, isPersistent: Bool,
        hasStore: @escaping @Sendable (_ folder: String) -> Bool = { _ in false },
        open: @escaping @Sendable (StoreContext) throws -> any Store
    ) {
        self.name = name
        self.target = target
        self.place = place
        self.isPersistent = isPersistent
        self.hasStore = hasStore
        self.open = open
    }
}

/// The kind of text that selects one of several stores of an engine. The raw value is its
/// placeholder in help.
public enum StoreTarget: String, Sendable {
    /// A file of this machine: `sqlite:FILE`. The engine receives an absolute path.
    case file = "FILE"
    /// A server in the engine's own notation: `postgres:URL`.
    case server = "URL"
}

/// The context that an app passes to the store that it opens.
public struct StoreContext: Sendable {
    /// The text after the engine's name and a colon. It is empty if the engine takes none.
    public let target: String
    /// Returns the app's own directory, which may not exist yet. Throws `noHome` when the location
    /// of data is unknown.
    public let directory: @Sendable () throws -> String
    /// A directory outside it for notes about the store's progress, or nil if there is none.
    public let notes: String?
    /// Whether the store must not create or change anything, because only reads follow.
    public let isDryRun: Bool
    /// The wall clock for stamps, which `--today` never moves.
    public let now: @Sendable () -> Instant
    /// Reports to the user, after the command, the damage in a store that serves its intact data.
    /// Nil reports nothing.
    public let report: @Sendable (String?) -> Void
    public let caller: StoreClient
    /// Returns the time up to which all other devices of the same person have received everything,
    /// or nil if there is no other device.
    ///
    /// The store keeps the tombstones of later deletions, regardless of their age. It asks before
    /// it discards old ones.
    public let peers: @Sendable () -> HybridTime?

    /// Creates a context. A test passes a directory of its own.
    public init(
        target: String = "", directory: @escaping @Sendable () throws -> String, notes: String? = nil,
        isDryRun: Bool = false,
        now: @escaping @Sendable () -> Instant, report: @escaping @Sendable (String?) -> Void = { _ in },
        caller: StoreClient = StoreClient(), peers: @escaping @Sendable () -> HybridTime? = { nil }
    ) {
        self.target = target
        self.directory = directory
        self.notes = notes
        self.isDryRun = isDryRun
        self.now = now
        self.report = report
        self.caller = caller
        self.peers = peers
    }

    /// Returns the context for another store of the same engine.
    public func with(target: String) -> StoreContext {
        StoreContext(
            target: target, directory: directory, notes: notes, isDryRun: isDryRun, now: now, report: report,
            caller: caller, peers: peers)
    }
}

extension ExtensionPoint where Contribution == StoreProvider {
    /// The engines of an app. The first is the default.
    public static var stores: Self { ExtensionPoint { $0.name } }
}
