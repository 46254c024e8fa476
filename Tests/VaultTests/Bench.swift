import Kernel
import Pictures
import Storage
import Sync
import Synchronization
import Vault

/// A seal that hides bytes well enough for a test to look for them, and as quick as a test wants it.
struct QuickSeal: Seal {
    private let form: SealedForm

    init(_ key: AccountKey) { form = SealedForm(key) }

    func seal(_ bytes: [UInt8]) throws -> [UInt8] { form.labelled(bytes.map { $0 ^ 0xA5 }) }
    func open(_ bytes: [UInt8]) throws -> [UInt8] { try form.closed(in: bytes).map { $0 ^ 0xA5 } }
}

/// A wrap that only tells passphrases apart, and always has the same key.
struct QuickWrap: KeyWrap {
    private let bytes: [UInt8]

    /// - Parameter number: what tells its key from those of others.
    init(_ number: UInt8 = 0) { bytes = (0..<32).map { $0 ^ number } }

    func make(behind passphrase: String) throws -> (key: AccountKey, wrapped: String) {
        (try key(), "wrapped:\(QuickWrap.folded(passphrase))")
    }

    func open(_ wrapped: String, with passphrase: String) throws -> AccountKey {
        guard wrapped == "wrapped:\(QuickWrap.folded(passphrase))" else { throw Failure.wrongPassphrase }
        return try key()
    }

    func change(_ wrapped: String, from old: String, to new: String) throws -> String {
        _ = try open(wrapped, with: old)
        return "wrapped:\(QuickWrap.folded(new))"
    }

    private func key() throws -> AccountKey {
        guard let key = AccountKey(bytes: bytes) else { throw Failure.wrongPassphrase }
        return key
    }

    private static func folded(_ text: String) -> String { text.utf8.map { String($0 ^ 0x15, radix: 16) }.joined() }
}

/// Files in memory, which may stop after so many steps, as a process that is killed does.
final class MemoryFiles: VaultFiles {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var drafts: [String] = []
        var written: Set<String> = []
        var words = false
        var isHeld = false
    }

    private final class Held: Sendable {
        let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    private let state = Mutex(State())
    let fuse: Fuse

    init(_ fuse: Fuse = Fuse()) { self.fuse = fuse }

    var all: [String: [UInt8]] { state.withLock { $0.files } }
    func put(_ path: String, _ bytes: [UInt8]) { state.withLock { $0.files[path] = bytes } }
    /// Whether somebody is still writing a file.
    func write(_ path: String, _ isWritten: Bool) {
        state.withLock { if isWritten { $0.written.insert(path) } else { $0.written.remove(path) } }
    }

    /// Whether a search has words here.
    var words: Bool {
        get { state.withLock { $0.words } }
        set { state.withLock { $0.words = newValue } }
    }

    func leave(draft: String) { state.withLock { $0.drafts.append(draft) } }

    func paths() throws -> [String] { state.withLock { $0.files.keys.sorted() } }

    func bytes(of path: String, atMost count: Int?) throws -> [UInt8]? {
        state.withLock { $0.files[path].map { Array($0.prefix(count ?? $0.count)) } }
    }

    func exchange(_ path: String, _ make: (_ bytes: [UInt8]) throws -> [UInt8]?) throws {
        try fuse.burn()
        guard let old = state.withLock({ $0.written.contains(path) ? nil : $0.files[path] }), let new = try make(old) else {
            return
        }
        state.withLock { if $0.files[path] == old { $0.files[path] = new } }
    }

    func drafts() throws -> [String] { state.withLock { $0.drafts } }
    func clear(aside: Bool) throws {
        try fuse.burn()
        words = false
    }

    func clearWords() throws { words = false }
    func others() throws -> [String] { [] }

    func hold() throws -> any Sendable {
        let isFree = state.withLock { state in
            defer { state.isHeld = true }
            return !state.isHeld
        }
        guard isFree else { throw Failure.vaultBusy }
        return Held { [weak self] in self?.state.withLock { $0.isHeld = false } }
    }
}

/// Ends what is under way after so many steps.
final class Fuse: Sendable {
    struct Blown: Error {}

    private let left = Mutex(Int.max)

    func set(_ steps: Int) { left.withLock { $0 = steps } }

    func burn() throws {
        try left.withLock { left in
            guard left > 0 else { throw Blown() }
            left -= 1
        }
    }
}

/// A store that stops before, or right behind, one of its commits.
final class FusedStore: Store, StoreEngine {
    // Left to the default: forgottenDeletions, maintain, renew, rewrite, space
    private let base: any Store
    private let fuse: Fuse

    var engine: any StoreEngine { self }
    let partition = Partition.common

    init(_ base: any Store, _ fuse: Fuse) { (self.base, self.fuse) = (base, fuse) }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.engine.read(body) }

    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try fuse.burn()
        let value = try base.engine.write(body)
        try fuse.burn()
        return value
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] { try base.engine.changes(since: sequence, limit: limit) }
    func inspect() throws -> StoreReport { try base.engine.inspect() }
    func close() throws { try base.close() }
}

/// A record with a note that nobody is to find, and indexes in sight and out of it.
struct Page: Storable, Hashable {
    let id: Identifier<Page>
    var text: String
    var rank: Int
    var star: Bool

    static let byDay = Index<Page, String>.unique("day") { $0.id.rawValue }
    static let byRank = Index<Page, Int>.ordered("rank") { $0.rank }
    static let byStar = Index<Page, String>.ordered("star") { $0.star ? $0.id.rawValue : nil }
    static let collection = RecordCollection<Page>("pages", indexes: [byDay, byRank, byStar])

    init(_ number: Int, _ text: String) {
        id = Identifier("2026-\(number.padded(5))")
        (self.text, rank, star) = (text, number * 7 % 13, number % 3 == 0)
    }
}

/// A vault over a store and files, both in memory unless said otherwise.
struct Bench {
    static let passphrase = "four words of chance"
    static let word = "Zanzibarquokka"
    static let kinds = [SealedKind("pages", inSight: ["day"])] + SealedKind.undo

    let base: any Store
    let files: any VaultFiles
    let ring: any KeyRing
    let keeper: KeyKeeper
    let store: VaultStore
    let vault: Vault

    /// - Parameter given: what the variable holds.
    init(
        _ base: any Store = MemoryStore(), _ files: any VaultFiles = MemoryFiles(),
        ring: any KeyRing = MemoryRing { .earliest }, given: String? = nil, kinds: [SealedKind] = Bench.kinds,
        wrap: QuickWrap = QuickWrap()
    ) {
        (self.base, self.files, self.ring) = (base, files, ring)
        keeper = KeyKeeper(wrap: wrap, ring: ring, variable: ("PASS", given)) { QuickSeal($0) }
        store = VaultStore(over: base, locking: kinds, keeper)
        vault = Vault(base, seenAs: store, files: files, keeper, ids: .counting(), now: { .earliest })
    }

    /// Another process over the same data.
    func again(given: String? = nil) -> Bench { Bench(base, files, ring: ring, given: given) }

    /// Everything that the store beneath holds, as text.
    static func text(of base: any Store) throws -> String {
        try base.engine.allRecords().map { record in
            "\(record.address) \(record.entries) \(record.payload.map { String(decoding: $0, as: UTF8.self) } ?? "")"
        }.joined(separator: "\n")
    }
}

/// A path of the album that the contract of shelves has.
struct AlbumPath: BlobPath {
    static let roots = ["Photos", "Thumbnails"]
    static let depth = 4
    let components: [String]
    var description: String { components.joined(separator: "/") }

    init?(components: [String]) {
        guard components.count == AlbumPath.depth, AlbumPath.roots.contains(components[0]) else { return nil }
        self.components = components
    }

    func failure(_ trouble: BlobTrouble) -> Failure { Failure(.init("album"), "\(trouble)") }
}
