import Diary
import DiaryAdapters
import DiaryCommands
import Documents
import Interface
import Kernel
import Pictures
import PicturesTesting
import Search
import Storage
import Synchronization
import Terminal
import TerminalTesting
import TestSupport

/// A diary in memory with an adjustable clock, and the app around it.
final class Fixture: Sendable {
    static let today = Day(ordinal: 20_777)
    static let noon = Instant(milliseconds: Int64(today.ordinal) * 86_400_000 + 43_200_000)
    static let about = AppDescription(
        name: "grain", about: "One photo a day.", version: "0.1.0", credits: [],
        privacy: "Everything stays on this machine.",
        support: "support@grainapp.com")

    let store = MemoryStore()
    let library: any BlobStore<PhotoPath>
    let diary: PhotoDiary
    /// The results of `snap`, in order. Empty: there is no camera.
    let camera = Mutex<[Result<[UInt8], Failure>]>([])
    /// The destination of `export --photos`.
    let outlet = MemoryBlobStore<PhotoPath> { Fixture.noon }
    /// The HTML pages that were rendered to pictures.
    let painted = Mutex<[String]>([])
    /// Whether the diary is encrypted. The key is available.
    let isLocked = Mutex(false)
    private let clock = ManualClock(Fixture.noon)
    /// Whether commands may ask questions.
    private let asks: Bool
    /// The programs that the welcome tour finds.
    private let programs: Set<String>

    init(
        library given: (any BlobStore<PhotoPath>)? = nil, tool: ImageTool = .none, programs: Set<String> = [],
        asks: Bool = false
    ) {
        self.programs = programs
        self.asks = asks
        let clock = clock
        let library = given ?? MemoryBlobStore { clock.now }
        self.library = library
        diary = PhotoDiary(
            repository: StoredDiaryRepository(store), photos: library, tool: tool, ids: .counting(prefix: "p"),
            time: clock.source())
    }

    /// Returns the folders of this machine and a press that returns its input.
    private func machine(isDryRun: Bool) -> DiaryServices {
        DiaryServices(
            source: { try ImportPlace(calendar: .utc).open($0, photos: $1) },
            press: Press(
                pdf: { Array("%PDF \($0)".utf8) },
                screenshot: { page, width, height in
                    self.painted.withLock { $0.append(page) }
                    return PhotoMaker.png(width / 100, height / 100)
                }),
            write: OutgoingFolder.write, date: OutgoingFolder.date, camera: { _, _ in self.scripted },
            isInteractive: asks,
            isDryRun: isDryRun)
    }

    func pass(days: Double) { clock.advance(days: days) }

    /// Returns the app around a diary.
    func app(_ diary: PhotoDiary? = nil) -> AppFixture {
        AppFixture("grain", over: store, time: clock.source()) { [self] in
            [
                DiaryPlugin(
                    diary ?? self.diary, about: Fixture.about, random: RandomSource(seed: 7), has: programs.contains,
                    machine: machine(isDryRun: diary != nil), isLocked: { [self] in isLocked.withLock { $0 } }
                ) {
                    [outlet] _ in outlet
                }
            ]
        }
    }

    @discardableResult
    func run(_ words: [String], _ console: ScriptedConsole = ScriptedConsole()) -> (
        status: Int32, output: String, error: String
    ) {
        do {
            let (options, rest) = try GlobalOptions.split(words)
            let shell = try app(options.isDryRun ? dryRunCopy() : nil).shell()
            return (shell.run(options, rest, on: console), console.output, console.error)
        } catch {
            return (Shell.report(error, app: "grain", on: console), console.output, console.error)
        }
    }

    /// A camera that returns the scripted results in order. After the last one it is missing.
    var scripted: Camera {
        Camera(name: "the script", isAvailable: { self.camera.withLock { !$0.isEmpty } }) { _ in
            let next = self.camera.withLock {
                $0.isEmpty ? .failure(Failure.cameraMissing("There is no camera here.")) : $0.removeFirst()
            }
            return try next.get()
        } isBlack: { photo in
            (try? ImageHeader(photo).width) == 13
        }
    }

    private func dryRunCopy() throws -> PhotoDiary {
        PhotoDiary(
            repository: StoredDiaryRepository(try DryRunStore(over: store)),
            photos: DryRunBlobStore(over: library) { Fixture.noon },
            ids: .counting(), time: diary.time)
    }

    static func day(_ offset: Int) -> Day { today.adding(days: offset) }

    /// Returns all stored data as text, for comparisons.
    func fingerprint() throws -> String {
        let records = String(decoding: try JSONValue.encoder.encode(store.archive()), as: UTF8.self)
        return try records + library.contents().map { "\($0)" }.joined(separator: "\n")
    }
}

/// A blob store with a fault before or after the requested operation.
final class FaultyBlobStore: BlobStore {
    /// The next call that fails.
    enum Fault: CaseIterable { case none, keepFails, keepFailsAfterwards, removeFails }

    let real: any BlobStore<PhotoPath>
    private let fault = Mutex(Fault.none)

    init(_ real: any BlobStore<PhotoPath>) { self.real = real }

    func fail(_ next: Fault) { fault.withLock { $0 = next } }

    private var present: Fault { fault.withLock { $0 } }
    private let failure = Failure(.photoNotKept, "The disk is full.")

    func save(_ path: PhotoPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        if present == .keepFails { throw failure }
        try real.save(path, fill: fill)
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

/// A repository whose process is killed before a write or after it.
struct DyingRepository: DiaryRepository {
    /// The error that ends the simulated process.
    struct Death: Error {}
    let real: any DiaryRepository
    let afterwards: Bool

    func read<Value>(_ body: (any DiaryRecords) throws -> Value) throws -> Value { try real.read(body) }
    func write<Value>(undo label: String?, _ body: (any DiaryRecords) throws -> Value) throws -> Value {
        if afterwards { _ = try real.write(undo: label, body) }
        throw Death()
    }
    func search(_ query: SearchQuery, on today: Day, limit: Int?) throws -> SearchResult<Entry> {
        try real.search(query, on: today, limit: limit)
    }
}
