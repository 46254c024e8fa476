import Diary
import DiaryCommands
import Kernel
import Pictures
import Search
import Storage
import Synchronization
import Terminal

/// A diary in memory whose day a test moves.
final class Bench: Sendable {
    static let today = Day(ordinal: 20_777)

    let store = MemoryStore()
    let library: any BlobShelf<PhotoPath>
    let diary: PhotoDiary
    private let clock: Moved

    init(library given: (any BlobShelf<PhotoPath>)? = nil, tool: ImageTool = .none) {
        let moved = Moved()
        clock = moved
        let now: @Sendable () -> Instant = { Bench.noon.adding(seconds: moved.seconds) }
        let library = given ?? MemoryShelf(now: now)
        self.library = library
        diary = PhotoDiary(
            repository: StoredDiaryRepository(store), photos: library, tool: tool, ids: .counting(prefix: "p"),
            time: TimeSource(calendar: .utc, now: now))
    }

    static let noon = Instant(milliseconds: Int64(today.ordinal) * 86_400_000 + 43_200_000)
    func pass(days: Double) { clock.pass(days * 86_400) }

    final class Moved: Sendable {
        private let value = Mutex(0.0)
        var seconds: Double { value.withLock { $0 } }
        func pass(_ seconds: Double) { value.withLock { $0 += seconds } }
    }

    static func day(_ offset: Int) -> Day { today.adding(days: offset) }

    /// Everything that is kept, for comparing before and after.
    func fingerprint() throws -> String {
        let records = String(decoding: try JSONValue.encoder.encode(store.archive()), as: UTF8.self)
        return try records + library.contents().map { "\($0)" }.joined(separator: "\n")
    }
}

/// A shelf that fails when a test says so, before or after it did what was asked.
final class FaultyShelf: BlobShelf {
    enum Fault: CaseIterable { case none, keepFails, keepFailsAfterwards, removeFails }

    let real: any BlobShelf<PhotoPath>
    private let fault = Mutex(Fault.none)

    init(_ real: any BlobShelf<PhotoPath>) { self.real = real }

    func fail(_ next: Fault) { fault.withLock { $0 = next } }

    private var present: Fault { fault.withLock { $0 } }
    private let failure = Failure(.photoNotKept, "The disk is full.")

    func keep(_ path: PhotoPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        if present == .keepFails { throw failure }
        try real.keep(path, fill: fill)
        if present == .keepFailsAfterwards { throw failure }
    }
    func source(at path: PhotoPath) throws -> ByteSource { try real.source(at: path) }
    func remove(_ path: PhotoPath) throws {
        if present == .removeFails { throw failure }
        try real.remove(path)
    }
    func contents() throws -> [Blob<PhotoPath>] { try real.contents() }
    func file(at path: PhotoPath) -> String? { nil }
}

/// A repository whose process dies at the moment it would insert.
struct DyingRepository: DiaryRepository {
    struct Death: Error {}
    let real: any DiaryRepository
    let afterwards: Bool

    func insert(_ entry: Entry) throws {
        if afterwards { try real.insert(entry) }
        throw Death()
    }
    func entry(on day: Day) throws -> Entry? { try real.entry(on: day) }
    func entries(_ range: EntryRange) throws -> [Entry] { try real.entries(range) }
    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<Entry> { try real.search(query, limit: limit) }
    func days(from first: Day?, through last: Day?) throws -> [Day] { try real.days(from: first, through: last) }
    func count() throws -> Int { try real.count() }
    func firstDay() throws -> Day? { try real.firstDay() }
    func daysInARow(through last: Day) throws -> Int { try real.daysInARow(through: last) }
    func changeNote(on day: Day, to note: String?, at now: Instant) throws -> Entry {
        try real.changeNote(on: day, to: note, at: now)
    }
    func discard(on day: Day, at now: Instant) throws -> TrashedEntry { try real.discard(on: day, at: now) }
    func remove(on day: Day) throws -> Entry { try real.remove(on: day) }
    func trash() throws -> [TrashedEntry] { try real.trash() }
    func restore(_ id: Identifier<TrashedEntry>) throws -> Entry { try real.restore(id) }
    func purge(deletedThrough time: Instant) throws -> [TrashedEntry] { try real.purge(deletedThrough: time) }
    func photoPaths() throws -> Set<PhotoPath> { try real.photoPaths() }
    func settings() throws -> DiarySettings { try real.settings() }
    func changeSettings(_ change: (inout DiarySettings) -> Void) throws -> DiarySettings { try real.changeSettings(change) }
}

/// The code of the failure that a body throws; nil when it throws nothing.
func code<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch let failure as Failure {
        return failure.code.text
    } catch {
        return "\(error)"
    }
}
