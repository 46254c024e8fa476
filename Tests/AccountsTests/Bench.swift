import Accounts
import AccountsCommands
import Kernel
import Programs
import Storage
import Sync
import Synchronization
import Terminal
import TerminalContract
import TestBench

/// A text of a person.
struct Note: Storable {
    let id: Identifier<Note>
    var title: String
    var text: String
    static let collection = RecordCollection<Note>("notes")
}

/// A text of which there is one a day.
struct Page: Storable {
    let id: Identifier<Page>
    var day: Int
    var text: String
    static let byDay = Index<Page, Int>.unique("day") { $0.day }
    static let collection = RecordCollection<Page>("pages", indexes: [byDay])
}

/// What somebody likes.
struct Choice: Storable {
    let id: Identifier<Choice>
    var value: String
    static let collection = RecordCollection<Choice>("choices")
}

/// A feature with records of three kinds.
private struct Features: Plugin {
    let name = "Features"

    func contribute(to registry: inout Registry) {
        registry.add(Belongings(.tasks, [Note.collection]))
        registry.add(Belongings(.diary, [Page.collection]))
        registry.add(Belongings(.settings, [Choice.collection], isMissed: false))
    }
}

/// A place that a test takes away, and whose calls it counts.
final class Place: AccountTransport {
    let memory = MemoryTransport()
    private let state = Mutex((calls: 0, isAway: false, failing: Int?.none))

    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }
    /// How often it was asked anything.
    var calls: Int { state.withLock { $0.calls } }
    /// All calls fail from the one with this number on, as if the power had failed; nil for none.
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
                .syncPlaceAway, "The folder /place cannot be used just now.", advice: "Nothing is lost.", kind: .temporary)
        }
        return try body(memory)
    }

    func join(_ account: String) throws { try answered { try $0.join(account) } }
    func account() throws -> String? { try answered { try $0.account() } }
    func erase() throws { try answered { try $0.erase() } }
    func devices() throws -> [String] { try answered { try $0.devices() } }
    func card(of device: String) throws -> [UInt8]? { try answered { try $0.card(of: device) } }
    func publish(_ card: [UInt8], of device: String) throws { try answered { try $0.publish(card, of: device) } }
    func offer(_ parcel: Parcel) throws { try answered { try $0.offer(parcel) } }
    func parcels(of device: String, after last: Int, limit: Int) throws -> [Parcel] {
        try answered { try $0.parcels(of: device, after: last, limit: limit) }
    }
    func latest(of device: String) throws -> StreamMark? { try answered { try $0.latest(of: device) } }
    func snapshot() throws -> SnapshotParcel? { try answered { try $0.snapshot() } }
    func offer(_ snapshot: SnapshotParcel) throws { try answered { try $0.offer(snapshot) } }
    func collect(_ device: String, through last: Int) throws { try answered { try $0.collect(device, through: last) } }
    func size() throws -> (parcels: Int, snapshot: Int) { try answered { try $0.size() } }

    /// Everything that lies there, as text.
    func words() throws -> String {
        try memory.devices().flatMap { try memory.parcels(of: $0, after: 0, limit: .max) }
            .map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
}

/// One device of somebody's account.
final class Device: Sendable {
    let store: MemoryStore
    let keep: AccountKeep
    let log = SyncLog.memory()
    let clock: HandClock
    let place: Place
    let isOpen = Mutex(true)
    let isFree = Mutex(true)
    let said = Mutex<[String]>([])
    /// What happens while somebody waits.
    let waiting = Mutex<@Sendable (Double) -> Void>({ _ in })
    /// The backups that were made: what lay in the store.
    let copies = Mutex<[String: [ExportedRecord]]>([:])
    private let ids: IDSource

    init(_ name: String, at place: Place, clock: HandClock, keep: AccountKeep = .memory()) {
        (self.place, self.clock, self.keep) = (place, clock, keep)
        store = MemoryStore(device: name) { clock.now }
        ids = .counting(prefix: name)
    }

    /// The same device after its process ended: what was written is there.
    init(_ name: String, at place: Place, clock: HandClock, keep: AccountKeep, over old: Device) {
        (self.place, self.clock, self.keep, store) = (place, clock, keep, old.store)
        ids = .counting(prefix: name + "again")
        copies.withLock { $0 = old.copies.withLock { $0 } }
    }

    /// A gate that is open; one that is not names what has to be bought, or that somebody has to sign in.
    private var gates: GateKeeper {
        GateKeeper { [self] _, _ in
            let isPaid = isOpen.withLock { $0 }
            let isSignedIn = (try? keep.load()) ?? nil != nil
            guard isPaid || isFree.withLock({ !$0 }) else {
                return GateAnswer(allowed: false, reason: SyncStatus.needsUpgrade.line, variant: "free")
            }
            return isSignedIn
                ? GateAnswer(allowed: isPaid, reason: isPaid ? "It is yours." : SyncStatus.needsUpgrade.line, variant: "pro")
                : GateAnswer(allowed: false, reason: SyncStatus.needsSignIn.line, variant: "pro")
        }
    }

    var accounts: Accounts { accounts(belongings: (try? Registry([Features()]).belongings) ?? []) }

    private func accounts(belongings: [Belongings]) -> Accounts {
        Accounts(
            of: "grain", store, keep, log: log,
            places: SyncPlaces(newKey: { throw Failure(.accountKeyInvalid, "Nothing is sealed here.") }) { [place] _, _, _ in
                Meeting(place)
            },
            copies: GuestCopies(
                make: { [self] file in
                    let kept = try store.exportEverything().filter { !$0.record.collection.hasPrefix("sync.") }
                    return copies.withLock { copies in
                        let name = file ?? "copy-\(copies.count)"
                        copies[name] = kept
                        return name
                    }
                },
                bringBack: { [self] name in
                    try store.eraseEverything()
                    try store.importEverything(
                        copies.withLock { $0[name] } ?? [], collections: [Note.collection, Page.collection, Choice.collection])
                }), gates: gates, belongings: belongings, ids: ids, time: clock.source())
    }

    private func hall(_ accounts: Accounts, isRehearsal: Bool) -> AccountHall {
        AccountHall(
            accounts, product: "Grain", title: "Phone", absolute: { $0.hasPrefix("/") ? $0 : "/home/\($0)" },
            time: clock.source(),
            isRehearsal: isRehearsal)
    }

    func machine(_ servant: Servant? = nil, in folder: String? = nil) -> SyncMachine {
        SyncMachine(
            servant: servant, locksIn: folder, schedules: (.none, ["/opt/grain"]),
            sleep: { [self] seconds in
                clock.advance(seconds: seconds)
                waiting.withLock { $0 }(seconds)
            }, say: { [self] line in said.withLock { $0.append(line) } }, hasStore: { true })
    }

    /// The app on this device.
    func app(_ machine: SyncMachine? = nil) -> AppBench {
        AppBench("grain", over: store, time: clock.source(), rehearsal: { try DryRunStore(over: $0) }) { [self] _ in
            [
                Features(),
                AccountsPlugin(over: store, machine ?? self.machine()) { [self] in
                    hall(accounts(belongings: $0.belongings), isRehearsal: false)
                },
            ]
        }
    }

    @discardableResult func run(_ words: String...) -> AppBench.Run { app().run(words) }

    // MARK: - What somebody does on it

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
    let clock = HandClock("2026-11-20T12:00:00Z")
    let place = Place()
    let one: Device
    let other: Device

    init() throws {
        (one, other) = (Device("m", at: place, clock: clock), Device("p", at: place, clock: clock))
        _ = try one.accounts.create(at: SyncPlace.sample, called: "Laptop", isSealed: false)
        _ = try one.accounts.moveIn()
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
        _ = try other.accounts.moveIn()
        try meet()
    }

    /// Until both have everything.
    func meet() throws { for device in [one, other, one, other] { try device.accounts.round() } }

    /// Both edit one note before they meet; the other one's stands.
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
