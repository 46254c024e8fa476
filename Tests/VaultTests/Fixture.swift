import Kernel
import Pictures
import Storage
import Sync
import Synchronization
import Vault

/// A fast seal for tests. It hides the bytes from a text search.
struct QuickSeal: Seal {
    private let form: SealedForm

    init(_ key: AccountKey) { form = SealedForm(key) }

    func seal(_ bytes: [UInt8]) throws -> [UInt8] { form.labeled(bytes.map { $0 ^ 0xA5 }) }
    func open(_ bytes: [UInt8]) throws -> [UInt8] { try form.encryptedBytes(in: bytes).map { $0 ^ 0xA5 } }
}

/// A key wrap with a fixed key that only compares passphrases.
struct QuickWrap: KeyWrap {
    private let bytes: [UInt8]

    /// - Parameter number: Makes the key differ from other keys.
    init(_ number: UInt8 = 0) { bytes = (0..<32).map { $0 ^ number } }

    func make(wrappedBy passphrase: String) throws -> (key: AccountKey, wrapped: String) {
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

/// Files in memory that may fail after a number of steps, like a killed process.
final class MemoryFiles: VaultFiles {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var drafts: [String] = []
        var written: Set<String> = []
        var words = false
        var isHeld = false
    }

    /// A lock that ends with its value.
    private final class ReleasingLock: Sendable {
        let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    private let state = Mutex(State())
    let fuse: Fuse

    init(_ fuse: Fuse = Fuse()) { self.fuse = fuse }

    var all: [String: [UInt8]] { state.withLock { $0.files } }
    func put(_ path: String, _ bytes: [UInt8]) { state.withLock { $0.files[path] = bytes } }
    /// Marks a file as being written by another process, or as finished.
    func write(_ path: String, _ isWritten: Bool) {
        state.withLock { if isWritten { $0.written.insert(path) } else { $0.written.remove(path) } }
    }

    /// Whether a search index of these files exists.
    var words: Bool {
        get { state.withLock { $0.words } }
        set { state.withLock { $0.words = newValue } }
    }

    func leave(draft: String) { state.withLock { $0.drafts.append(draft) } }

    func paths() throws -> [String] { state.withLock { $0.files.keys.sorted() } }

    func bytes(of path: String, atMost count: Int?) throws -> [UInt8]? {
        state.withLock { $0.files[path].map { Array($0.prefix(count ?? $0.count)) } }
    }

    func replaceContents(_ path: String, _ make: (_ bytes: [UInt8]) throws -> [UInt8]?) throws {
        try fuse.burn()
        guard let old = state.withLock({ $0.written.contains(path) ? nil : $0.files[path] }), let new = try make(old)
        else {
            return
        }
        state.withLock { if $0.files[path] == old { $0.files[path] = new } }
    }

    func drafts() throws -> [String] { state.withLock { $0.drafts } }
    func removePlainTextFiles(aside: Bool) throws {
        try fuse.burn()
        words = false
    }

    func removeSearchIndexes() throws { words = false }
    func otherFiles() throws -> [String] { [] }

    func acquireLock() throws -> any Sendable {
        let isFree = state.withLock { state in
            defer { state.isHeld = true }
            return !state.isHeld
        }
        guard isFree else { throw Failure.vaultBusy }
        return ReleasingLock { [weak self] in self?.state.withLock { $0.isHeld = false } }
    }
}

/// Stops an operation after a number of steps.
final class Fuse: Sendable {
    /// The error of a fuse without remaining steps.
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

/// A store that fails before or immediately after a commit.
final class FusedStore: Store, StoreEngine {
    // Left to the default: lastPrunedSequence, maintain, replaceInBulk, rewrite, space
    private let base: any Store
    private let fuse: Fuse

    var engine: any StoreEngine { self }
    let partition = Partition.common

    init(_ base: any Store, _ fuse: Fuse) {
        self.base = base
        self.fuse = fuse
    }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.engine.read(body) }

    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try fuse.burn()
        let value = try base.engine.write(body)
        try fuse.burn()
        return value
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try base.engine.changes(since: sequence, limit: limit)
    }
    func inspect() throws -> StoreReport { try base.engine.inspect() }
    func close() throws { try base.close() }
}

/// A record with a secret text, and with indexes that are plain or encrypted.
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
        self.text = text
        rank = number * 7 % 13
        star = number % 3 == 0
    }
}

/// A vault over a store and files, both in memory by default.
struct Fixture {
    static let passphrase = "four words of chance"
    static let word = "Zanzibarquokka"
    static let kinds = [SealedKind("pages", readableIndexes: ["day"])] + SealedKind.undo

    let base: any Store
    let files: any VaultFiles
    let ring: any KeyRing
    let keeper: VaultKeyProvider
    let store: VaultStore
    let vault: VaultService

    /// - Parameter given: The value of the passphrase variable.
    init(
        _ base: any Store = MemoryStore(), _ files: any VaultFiles = MemoryFiles(),
        ring: any KeyRing = MemoryRing { .earliest }, given: String? = nil, kinds: [SealedKind] = Fixture.kinds,
        wrap: QuickWrap = QuickWrap()
    ) {
        self.base = base
        self.files = files
        self.ring = ring
        keeper = VaultKeyProvider(wrap: wrap, ring: ring, variable: ("PASS", given)) { QuickSeal($0) }
        store = VaultStore(over: base, locking: kinds, keeper)
        vault = VaultService(base, store: store, files: files, keeper, ids: .counting(), now: { .earliest })
    }

    /// Returns another process over the same data.
    func again(given: String? = nil) -> Fixture { Fixture(base, files, ring: ring, given: given) }

    /// Returns the content of the underlying store as text.
    static func text(of base: any Store) throws -> String {
        try base.engine.allRecords().map { record in
            "\(record.address) \(record.entries) \(record.payload.map { String(decoding: $0, as: UTF8.self) } ?? "")"
        }.joined(separator: "\n")
    }
}

/// A path as in the blob store contract.
struct AlbumPath: BlobPath {
    static let roots = ["Photos", "Thumbnails"]
    static let depth = 4
    let components: [String]
    var description: String { components.joined(separator: "/") }

    init?(components: [String]) {
        guard components.count == AlbumPath.depth, AlbumPath.roots.contains(components[0]) else { return nil }
        self.components = components
    }

    func failure(_ failure: BlobError) -> Failure { Failure(.init("album"), "\(failure)") }
}
