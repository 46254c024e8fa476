import Files
import Kernel
import Programs
import Storage
import Sync
import SyncAdapters
import SyncTesting
import TestSupport
import XCTest

/// Encryption by `age` and by the test seal.
final class SealTests: XCTestCase {
    private let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    private var home: Home?
    private var folder: String { (home?.path ?? "/nowhere") + "/work" }

    override func setUpWithError() throws { home = try Home() }
    override func tearDownWithError() throws { home = nil }

    private func age(_ number: Int = 1) throws -> AgeSeal {
        try XCTSkipIf(programs.find("age") == nil, "the program age is not installed")
        return AgeSeal(.sample(number), of: programs, workingIn: folder)
    }

    /// Installs a script in front of PATH.
    private func program(_ name: String, _ script: String) throws -> ProgramPath {
        let bin = (home?.path ?? "/nowhere") + "/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: "\(bin)/\(name)"))
        XCTAssertEqual(chmod("\(bin)/\(name)", 0o755), 0)
        return ProgramPath(path: bin + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""))
    }

    func testAgeSealSatisfiesContract() throws {
        let seals = SealContract.Seals(one: try age(), same: try age(), foreign: try age(2))
        XCTAssertEqual(SealContract.over { seals }.brokenPromises().map(\.description), [])
        XCTAssertNoThrow(try age().checkEncryptionWorks())
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder), "a temporary file remains")
    }

    func testKeyedSealSatisfiesContract() {
        let broken = SealContract.over {
            SealContract.Seals(one: KeyedSeal(.sample()), same: KeyedSeal(.sample()), foreign: KeyedSeal(.sample(2)))
        }.brokenPromises()
        XCTAssertEqual(broken.map(\.description), [])
    }

    func testCreatedKeysAreUnique() throws {
        _ = try age()
        let keys = try (0..<3).map { _ in try KeyMaker.age(of: programs).make() }
        XCTAssertEqual(Set(keys).count, 3)
        for key in keys {
            let seal = AgeSeal(key, of: programs, workingIn: folder)
            XCTAssertEqual(try seal.open(seal.seal([1])), [1])
            XCTAssertEqual(try AccountKey(parsing: key.words.joined(separator: " ")), key)
        }
    }

    /// A hundred megabytes of invalid data with any header are rejected quickly.
    func testInvalidDataIsRejectedQuickly() throws {
        let seal = try age()
        let nonsense = [UInt8](repeating: 10, count: 100 << 20)
        let start = SuspendingClock.now
        XCTAssertThrowsError(try seal.open(nonsense)) { XCTAssertEqual(($0 as? Failure)?.code, .syncUnreadable) }
        XCTAssertThrowsError(try seal.open(seal.seal([1]).prefix(16) + nonsense)) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncUnreadable)
        }
        XCTAssertThrowsError(try seal.open(seal.seal([1]).prefix(400) + nonsense)) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncUnreadable)
        }
        XCTAssertLessThan(SuspendingClock.now - start, .seconds(20))
    }

    /// Without the program no data leaves the device, and the error explains the installation.
    func testMissingProgramSendsNothing() throws {
        let seal = AgeSeal(.sample(), of: ProgramPath(path: "/nowhere"), workingIn: folder)
        let place = MemoryTransport()
        let store = MemoryStore(device: "p") { Instant(milliseconds: 1_800_000_000_000) }
        try store.write { try $0.put(Note(id: "a", text: "planted")) }
        let replica = Replica(of: store, at: place, seal: seal, settings: .sample, ids: .counting(prefix: "d")) {
            Instant(milliseconds: 1_800_000_000_000)
        }
        for _ in 0..<2 {
            XCTAssertThrowsError(try replica.round()) { error in
                XCTAssertEqual((error as? Failure)?.kind, .missingProgram)
                XCTAssertTrue("\(error)".contains("apt-get install age"), "\(error)")
            }
        }
        XCTAssertEqual(try place.devices(), [])
        XCTAssertEqual(try replica.waiting(), 1)
    }

    /// A program called `age` that encrypts nothing.
    func testFakeProgramIsDetected() throws {
        _ = try age()
        for script in [
            "cat", "echo age-encryption.org/v1; cat", "exit 0", "echo no >&2; exit 3", "head -c 9000000 /dev/zero",
        ] {
            let seal = AgeSeal(.sample(), of: try program("age", script), workingIn: folder)
            XCTAssertThrowsError(try seal.seal(Array("planted".utf8)), script) {
                XCTAssertEqual(($0 as? Failure)?.code, .syncSealUnable, "\(script): \($0)")
            }
        }
    }

    /// The key is in no process list, environment or file.
    func testKeyIsPassedOnlyThroughPipe() throws {
        let real = try age()
        let marker = (home?.path ?? "/nowhere") + "/seen"
        let path = try XCTUnwrap(programs.find("age"))
        let script = """
            { echo "$@"; cat /proc/$$/environ; for f in "$@"; do [ -f "$f" ] && cat "$f"; done; ls -l \(folder)/*; } >>\(marker) 2>&1
            exec \(path) "$@"
            """
        let seal = AgeSeal(.sample(), of: try program("age", script), workingIn: folder)
        XCTAssertEqual(try real.open(seal.seal(Array("planted".utf8))), Array("planted".utf8))
        XCTAssertEqual(try seal.open(real.seal(Array("planted".utf8))), Array("planted".utf8))
        let text = String(decoding: try XCTUnwrap(FileManager.default.contents(atPath: marker)), as: UTF8.self)
        XCTAssertTrue(text.contains("--decrypt"), text)
        XCTAssertFalse(text.uppercased().contains("AGE-SECRET-KEY"))
        XCTAssertFalse(text.contains("planted"))
    }

    // MARK: - Replicas

    private func device(_ name: String, at place: any SyncTransport, _ seal: any Seal) -> (
        store: MemoryStore, replica: Replica
    ) {
        let now: @Sendable () -> Instant = { Instant(milliseconds: 1_800_000_000_000) }
        let store = MemoryStore(device: name, now: now)
        return (
            store, Replica(of: store, at: place, seal: seal, settings: .sample, ids: .counting(prefix: name), now: now)
        )
    }

    func testIdleRoundDecryptsNothing() throws {
        let place = MemoryTransport()
        let counting = CountingSeal()
        let devices = (0..<6).map { device("p\($0)x", at: place, counting) }
        for (number, device) in devices.enumerated() {
            try device.store.write { try $0.put(Note(id: .init("n\(number)"), text: "t")) }
        }
        for _ in 0..<4 { for device in devices { try device.replica.round() } }
        let before = counting.calls
        for device in devices { XCTAssertEqual(try device.replica.round(), SyncReport()) }
        XCTAssertEqual(counting.calls, before)
        XCTAssertEqual(try devices[0].replica.devices().count, 6)
        XCTAssertLessThanOrEqual(counting.calls, before + 1)
    }

    /// A wrong or missing key is reported. No data is merged or sent.
    func testWrongAndMissingKeysAreReported() throws {
        let place = MemoryTransport()
        let phone = device("p", at: place, KeyedSeal(.sample()))
        try phone.store.write { try $0.put(Note(id: "a", text: "mine")) }
        try phone.replica.round()
        for seal in [KeyedSeal(.sample(2)), Unsealed()] as [any Seal] {
            let thief = device("t", at: place, seal)
            try thief.store.write { try $0.put(Note(id: "b", text: "other")) }
            let report = try thief.replica.round()
            XCTAssertEqual(report.troubles.map(\.code), [.syncWrongKey])
            XCTAssertEqual(report.sent + report.received, 0)
            XCTAssertEqual(try place.devices(), ["p1"])
            XCTAssertThrowsError(try thief.replica.devices()) { XCTAssertEqual(($0 as? Failure)?.code, .syncWrongKey) }
        }
    }

    /// A forged batch stops only its own stream.
    func testForgedBatchStopsOnlyItsOwnStream() throws {
        let place = MemoryTransport()
        let seal = KeyedSeal(.sample())
        let phone = device("p", at: place, seal)
        let tablet = device("t", at: place, seal)
        try phone.store.write { try $0.put(Note(id: "a", text: "mine")) }
        try phone.replica.round()
        let open = Array(#"{"device":"evil","first":1,"form":1,"kind":"batch","seen":{}}"#.utf8)
        try place.offer(BatchEnvelope(device: "evil", first: 1, last: 1, bytes: open))
        try place.offer(BatchEnvelope(device: "evil2", first: 1, last: 1, bytes: try KeyedSeal(.sample(2)).seal(open)))
        let report = try tablet.replica.round()
        XCTAssertEqual(Set(report.troubles.map(\.code)), [.syncUnreadable, .syncWrongKey])
        XCTAssertEqual(try tablet.store.read { try $0.record(Identifier<Note>("a"))?.text }, "mine")
    }
}

/// A seal that only counts its calls.
private final class CountingSeal: Seal, @unchecked Sendable {
    // Tests use it in one thread.
    private(set) var calls = 0

    func seal(_ bytes: [UInt8]) -> [UInt8] {
        calls += 1
        return bytes
    }

    func open(_ bytes: [UInt8]) -> [UInt8] {
        calls += 1
        return bytes
    }
}
