/// A kind of store that an app can be told to keep its records in: `--store NAME`. Whoever has an engine contributes one to `.stores`.
public struct StoreOffer: Sendable {
    /// What is typed: `memory`.
    public let name: String
    /// What is typed behind the name and a colon, to say which of such stores is meant; nil where there is but one.
    public let target: StoreTarget?
    /// Where records are then, as help says it behind "keep records": "in memory only".
    public let place: String
    /// Whether the records are there when the app is started again. Where they are not, nothing that lies beside them is kept in files either.
    public let isLasting: Bool
    /// Whether a folder of this machine is one in which such a store keeps its files, so that nothing else is written there.
    public let isIn: @Sendable (_ folder: String) -> Bool
    /// Opens the store, or makes it.
    public let open: @Sendable (StoreGround) throws -> any Store

    /// An offer.
    ///
    /// - Parameters:
    ///   - target: what has to be typed behind the name and a colon; `ground.target` is it.
    ///   - place: completes "keep records …".
    ///   - isIn: whether a folder holds such a store, for an engine that keeps folders of its own.
    ///   - open: called at the first transaction of a process, and not at all without one.
    public init(
        _ name: String, target: StoreTarget? = nil, place: String, isLasting: Bool,
        isIn: @escaping @Sendable (_ folder: String) -> Bool = { _ in false },
        open: @escaping @Sendable (StoreGround) throws -> any Store
    ) {
        (self.name, self.target, self.place, self.isLasting) = (name, target, place, isLasting)
        (self.isIn, self.open) = (isIn, open)
    }
}

/// What says which of several stores of one engine is meant; the raw value is how help writes it.
public enum StoreTarget: String, Sendable {
    /// A file of this machine: `sqlite:FILE`. It reaches the engine as an absolute path.
    case file = "FILE"
    /// A server, as the engine writes that: `postgres:URL`.
    case server = "URL"
}

/// What an app gives the store that it opens.
public struct StoreGround: Sendable {
    /// What was typed behind the engine's name and a colon; empty where the engine takes nothing.
    public let target: String
    /// The app's own directory; it may be missing yet. Throws `noHome` when nothing says where data belongs.
    public let directory: @Sendable () throws -> String
    /// A directory outside it, where may be noted how far the store had got; nil where there is none.
    public let notes: String?
    /// Whether nothing may be made or changed: reads alone will come.
    public let isRehearsal: Bool
    /// The wall clock behind stamps; never moved by `--today`.
    public let now: @Sendable () -> Instant
    /// Tells the person, once the command is through, what is damaged in a store that serves what it can; nil says nothing.
    public let report: @Sendable (String?) -> Void
    /// Who uses the store, and hears of what takes long.
    public let caller: StoreCaller
    /// Up to which time every other device of the same person has taken in everything: what was deleted later is remembered, however long ago that
    /// was. Nil where there is no other device. Asked whenever old deletions are about to be forgotten.
    public let peers: @Sendable () -> HybridTime?

    /// What is given to whoever opens; a test hands in a directory of its own.
    public init(
        target: String = "", directory: @escaping @Sendable () throws -> String, notes: String? = nil, isRehearsal: Bool = false,
        now: @escaping @Sendable () -> Instant, report: @escaping @Sendable (String?) -> Void = { _ in },
        caller: StoreCaller = StoreCaller(), peers: @escaping @Sendable () -> HybridTime? = { nil }
    ) {
        (self.target, self.directory, self.notes, self.isRehearsal) = (target, directory, notes, isRehearsal)
        (self.now, self.report, self.caller, self.peers) = (now, report, caller, peers)
    }

    /// The same ground for another store of an engine.
    public func with(target: String) -> StoreGround {
        StoreGround(
            target: target, directory: directory, notes: notes, isRehearsal: isRehearsal, now: now, report: report,
            caller: caller,
            peers: peers)
    }
}

extension ExtensionPoint where Contribution == StoreOffer {
    /// The engines of an app; the first is the one that it takes when nothing is said.
    public static var stores: Self { ExtensionPoint("stores") { $0.name } }
}
