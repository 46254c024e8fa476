import Accounts
import AccountsCommands
import Interface
import Kernel
import Programs
import Storage
import Sync
import Synchronization
import TerminalTesting
import TestSupport

/// A text of the user.
struct Note: Storable {
    let id: Identifier<Note>
    var title: String
    var text: String
    static let collection = RecordCollection<Note>("notes")
}

/// A text with one record a day.
struct Page: Storable {
    let id: Identifier<Page>
    var day: Int
    var text: String
    static let byDay = Index<Page, Int>.unique("day") { $0.day }
    static let collection = RecordCollection<Page>("pages", indexes: [byDay])
}

/// A setting of the user.
struct Choice: Storable {
    let id: Identifier<Choice>
    var value: String
    static let collection = RecordCollection<Choice>("choices")
}

/// A feature with three kinds of records.
private struct Features: Plugin {
    let name = "Features"

    func contribute(to registry: inout Registry) {
        registry.add(SyncPolicy(.tasks, [Note.collection]))
        registry.add(SyncPolicy(.diary, [Page.collection]))
        registry.add(SyncPolicy(.settings, [Choice.collection], keepsSupersededVersions: false))
    }
}

/// A place that a test can make unreachable, and that counts its calls.
final class Place: AccountTransport {
    let memory = MemoryTransport()
    private let state = Mutex((calls: 0, isAway: false, failing: Int?.none))

    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }
    /// The number of calls so far.
    var calls: Int { state.withLock { $0.calls } }
    /// Makes all calls after the next `call` ones fail, as in a power failure. Nil ends this.
    func fail(from call: Int?) {
        state.withLock { state in state.failing = call.map { $0 + state.calls } }
    }

    private func answered<Value>(_ body: (MemoryTransport) throws -> Value) throws -> Value {
        let isGone = state.withLock { state in
            state.calls += 1
            return state.isAway || state.failing.map { state.calls > $0 } ?? false
        }
        guard !isGone else {
            throw Failure(
                .syncPlaceAway, "The folder /place cannot be used just now.", advice: "Nothing is lost.",
                kind: .temporary)
        }
        return try body(memory)
    }

    func join(_ account: String) throws { try answered { try $0.join(account) } }
    func account() throws -> String? { try answered { try $0.account() } }
    func erase() throws { try answered { try $0.erase() } }
    func devices() throws -> [String] { try answered { try $0.devices() } }
    func card(of device: String) throws -> [UInt8]? { try answered { try $0.card(of: device) } }
    func publish(_ card: [UInt8], of device: String) throws { try answered { try $0.publish(card, of: device) } }
    func offer(_ envelope: BatchEnvelope) throws { try answered { try $0.offer(envelope) } }
    func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope] {
        try answered { try $0.envelopes(of: device, after: last, limit: limit) }
    }
    func latest(of device: String) throws -> StreamMark? { try answered { try $0.latest(of: device) } }
    func snapshot() throws -> SnapshotEnvelope? { try answered { try $0.snapshot() } }
    func offer(_ snapshot: SnapshotEnvelope) throws { try answered { try $0.offer(snapshot) } }
    func collect(_ device: String, through last: Int) throws { try answered { try $0.collect(device, through: last) } }
    func size() throws -> (envelopes: Int, snapshot: Int) { try answered { try $0.size() } }

    /// Returns all stored batches as text.
    func words() throws -> String {
        try memory.devices().flatMap { try memory.envelopes(of: $0, after: 0, limit: .max) }
            .map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
}

/// One device of an account.
final class Device: Sendable {
    let store: MemoryStore
    let keep: AccountStorage
    let log = SyncLog.memory()
    let clock: ManualClock
    let place: Place
    let isOpen = Mutex(true)
    let isFree = Mutex(true)
    let printedLines = Mutex<[String]>([])
    /// A hook that runs while a command sleeps.
    let waiting = Mutex<@Sendable (Double) -> Void>({ _ in })
    /// The backups, by name, with the records of the store.
    let copies = Mutex<[String: [ExportedRecord]]>([:])
    private let ids: IDSource

    init(_ name: String, at place: Place, clock: ManualClock, keep: AccountStorage = .memory()) {
        self.place = place
        self.clock = clock
        self.keep = keep
        store = MemoryStore(device: name) { clock.now }
        ids = .counting(prefix: name)
    }

    init(_ name: String, at place: Place, clock: ManualClock, keep: AccountStorage, over old: Device) {
        self.place = place
        self.clock = clock
        self.keep = keep
        store = old.store
        ids = .counting(prefix: name + "again")
        copies.withLock { $0 = old.copies.withLock { $0 } }
    }

    /// An adjustable gate. A closed one names the required purchase or sign-in.
    private var gates: GateKeeper {
        GateKeeper { [self] _, _ in
            let isPaid = isOpen.withLock { $0 }
            let isSignedIn = (try? keep.load()) ?? nil != nil
            guard isPaid || isFree.withLock({ !$0 }) else {
                return GateAnswer(allowed: false, reason: SyncStatus.needsUpgrade.line, variant: "free")
            }
            return isSignedIn
                ? GateAnswer(
                    allowed: isPaid, reason: isPaid ? "It is yours." : SyncStatus.needsUpgrade.line, variant: "pro")
                : GateAnswer(allowed: false, reason: SyncStatus.needsSignIn.line, variant: "pro")
        }
    }

    var accounts: AccountService { accounts(syncPolicies: (try? Registry([Features()]).syncPolicies) ?? []) }

    private func accounts(syncPolicies: [SyncPolicy]) -> AccountService {
        AccountService(
            of: "grain", store, keep, log: log,
            places: SyncPlaces(newKey: { throw Failure(.accountKeyInvalid, "Nothing is sealed here.") }) {
                [place] _, _, _ in
                OpenedSyncPlace(place)
            },
            backups: PreJoinBackup(
                make: { [self] file in
                    let records = try store.exportEverything().filter { !$0.record.collection.hasPrefix("sync.") }
                    return copies.withLock { copies in
                        let name = file ?? "copy-\(copies.count)"
                        copies[name] = records
                        return name
                    }
                },
                bringBack: { [self] name in
                    try store.eraseEverything()
                    try store.importEverything(
                        copies.withLock { $0[name] } ?? [],
                        collections: [Note.collection, Page.collection, Choice.collection])
                }), gates: gates, syncPolicies: syncPolicies, ids: ids, time: clock.source())
    }

    private func context(_ accounts: AccountService, isDryRun: Bool) -> AccountsContext {
        AccountsContext(
            accounts, product: "Grain", title: "Phone", absolute: { $0.hasPrefix("/") ? $0 : "/home/\($0)" },
            time: clock.source(),
            isDryRun: isDryRun)
    }

    func machine(_ backgroundJob: BackgroundJob? = nil, in folder: String? = nil) -> SyncHost {
        SyncHost(
            backgroundJob: backgroundJob, locksIn: folder, schedules: (.none, ["/opt/grain"]),
            sleep: { [self] seconds in
                clock.advance(seconds: seconds)
                waiting.withLock { $0 }(seconds)
            }, report: { [self] line in printedLines.withLock { $0.append(line) } }, hasUsedStore: { true })
    }

    /// Returns the app on this device.
    func app(_ machine: SyncHost? = nil) -> AppFixture {
        AppFixture("grain", over: store, time: clock.source(), dryRun: { try DryRunStore(over: $0) }) { [self] _ in
            [
                Features(),
                AccountsPlugin(over: store, machine ?? self.machine()) { [self] in
                    context(accounts(syncPolicies: $0.syncPolicies), isDryRun: false)
                },
            ]
        }
    }

    @discardableResult func run(_ words: String...) -> AppFixture.Run { app().run(words) }

    // MARK: - User actions

    func write(_ id: String, _ title: String, _ text: String = "") throws {
        clock.advance(seconds: 1)
        try store.write { try $0.put(Note(id: Identifier(id), title: title, text: text)) }
    }

    func write(_ id: String, day: Int, _ text: String) throws {
        clock.advance(seconds: 1)
        try store.write { try $0.put(Page(id: Identifier(id), day: day, text: text)) }
    }

    func delete(_ id: String) throws {
        clock.advance(seconds: 1)
        _ = try store.write { try $0.delete(Identifier<Note>(id)) }
    }

    func note(_ id: String) throws -> String? {
        try store.read { try $0.record(Identifier<Note>(id)) }.map { $0.text.isEmpty ? $0.title : $0.text }
    }

    func pages() throws -> [String] { try store.read { try $0.records(Page.byDay.all) }.map(\.text) }
}

/// Two devices of one account.
struct Pair {
    let clock = ManualClock("2026-11-20T12:00:00Z")
    let place = Place()
    let one: Device
    let other: Device

    init() throws {
        one = Device("m", at: place, clock: clock)
        other = Device("p", at: place, clock: clock)
        _ = try one.accounts.create(at: SyncPlace.sample, called: "Laptop", isSealed: false)
        _ = try one.accounts.migrate()
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
        _ = try other.accounts.migrate()
        try meet()
    }

    /// Syncs until both devices have everything.
    func meet() throws { for device in [one, other, one, other] { try device.accounts.round() } }

    /// Both devices edit one note before they sync, and the other device's edit wins.
    func clash(_ lost: String = "The cat sat on the mat", _ won: String = "The cat lay on the mat") throws {
        try one.write("n", "Cat", "")
        try meet()
        try one.write("n", "Cat", lost)
        try other.write("n", "Cat", won)
        try meet()
    }
}

extension SyncPlace {
    static var sample: SyncPlace { get throws { try SyncPlace("/place") { $0 } } }
}
