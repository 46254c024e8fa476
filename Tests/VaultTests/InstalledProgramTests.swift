import Files
import Kernel
import Pictures
import PicturesAdapters
import Programs
import Storage
import Sync
import SyncAdapters
import TestSupport
import Vault
import VaultAdapters
import XCTest

/// Tests with the programs, files and key ring of this machine.
final class InstalledProgramTests: XCTestCase {
    private let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")

    private func failure<Value>(_ body: () throws -> Value) -> String {
        do { _ = try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return "none"
    }

    private func need(_ names: String...) throws {
        for name in names where programs.find(name) == nil { throw XCTSkip("\(name) is not installed") }
    }

    func testOpenSSLWrappedKeyOpensOnlyWithItsPassphrase() throws {
        try need("openssl", "age")
        let home = try Home()
        let wrap = OpenSSLWrap(of: programs, workingIn: home.path("work"))
        let (key, wrapped) = try wrap.make(wrappedBy: "ein Wort, 한글 & “more”")
        XCTAssertEqual(try wrap.open(wrapped, with: "ein Wort, 한글 & “more”"), key)
        XCTAssertEqual(failure { try wrap.open(wrapped, with: "ein Wort, 한글 & “more” ") }, "vaultWrongPassphrase")
        XCTAssertEqual(failure { try wrap.open(wrapped, with: "") }, "vaultWrongPassphrase")
        let changed = try wrap.change(wrapped, from: "ein Wort, 한글 & “more”", to: "another one")
        XCTAssertEqual(try wrap.open(changed, with: "another one"), key)
        XCTAssertEqual(failure { try wrap.open(changed, with: "ein Wort, 한글 & “more”") }, "vaultWrongPassphrase")
        XCTAssertEqual(
            failure { try wrap.change(wrapped, from: "wrong one", to: "another one") }, "vaultWrongPassphrase")
        for damaged in ["", "nonsense", String(wrapped.dropLast(60)), wrapped.replacingOccurrences(of: "A", with: "B")]
        {
            XCTAssertNotEqual(failure { try wrap.open(damaged, with: "another one") }, "none")
        }
        XCTAssertNotEqual(try wrap.make(wrappedBy: "another one").key, key)
        let seal = AgeSeal(key, of: programs, workingIn: home.path("work"))
        XCTAssertEqual(try seal.open(seal.seal([1, 2, 3])), [1, 2, 3])
        XCTAssertEqual((try? FileManager.default.contentsOfDirectory(atPath: home.path("work"))) ?? [], [])
    }

    func testMissingProgramsAreReported() throws {
        let home = try Home()
        let emptyPath = ProgramPath(path: "/nowhere")
        let wrap = OpenSSLWrap(of: emptyPath, workingIn: home.path("work"))
        XCTAssertEqual(failure { try wrap.make(wrappedBy: "four words of chance") }, "missingProgram")
        XCTAssertNotNil(SystemRing(emptyPath).unavailableReason)
        XCTAssertEqual(failure { try SystemRing(emptyPath).store("x", as: "y", seconds: 1) }, "vaultNoRing")
        XCTAssertNil(SystemRing(emptyPath).secret("y"))
    }

    func testSystemRingKeepsSecretUntilForgotten() throws {
        try need("keyctl")
        let ring = SystemRing(programs)
        let name = "commonplace-test-\(getpid())"
        do { try ring.store("a secret", as: name, seconds: 60) } catch { throw XCTSkip("no ring here: \(error)") }
        defer { ring.forget(name) }
        XCTAssertEqual(ring.secret(name), "a secret")
        try ring.store("another", as: name, seconds: 60)
        XCTAssertEqual(ring.secret(name), "another")
        ring.forget(name)
        XCTAssertNil(ring.secret(name))
    }

    /// Searches every file in the app's directory byte by byte.
    func testNoFileContainsPlainTextWhileLocked() throws {
        try need("openssl", "age", "age-keygen")
        let home = try Home()
        let data = home.path("grain")
        let picture = [0xFF, 0xD8, 0xFF, 0xE0] + Array("pixels of Zanzibar".utf8)
        let base = try FileStore(directory: data) { .earliest }
        let blobStore = FolderBlobStore<AlbumPath>(root: data)
        let path = try XCTUnwrap(AlbumPath(components: ["Photos", "2026", "11", "a.jpg"]))
        let keeper = VaultKeyProvider(
            wrap: OpenSSLWrap(of: programs, workingIn: data + "/work"), ring: MemoryRing { .earliest },
            variable: ("PASS", Fixture.passphrase)
        ) { [programs] in AgeSeal($0, of: programs, workingIn: data + "/work") }
        let store = VaultStore(over: base, locking: Fixture.kinds, keeper)
        let files = FolderVaultFiles(in: data, folders: AlbumPath.roots, isDryRun: false)
        let vault = VaultService(base, store: store, files: files, keeper, ids: .counting(), now: { .earliest })
        for number in 0..<40 {
            try store.write(undo: "Kept \(Fixture.word)") { try $0.put(Page(number, "\(Fixture.word) \(number)")) }
        }
        try store.write(undo: "Deleted \(Fixture.word)") { _ = try $0.delete(Page(3, "").id) }
        let lockedStore = VaultBlobStore(over: blobStore, vault)
        try lockedStore.save(picture, at: path)
        for name in ["search/words", "work/left/in.jpg", "kept/old.jsonl", "quarantine/x", "aside-1-log"] {
            let parts = name.split(separator: "/").map(String.init)
            let folder = try Folder.open(data, parts.dropLast()[...], making: true)
            try folder.writeNew(Array(Fixture.word.utf8) + picture, named: parts.last ?? "", draft: ".draft")
        }
        XCTAssertGreaterThan(try Self.holding(Fixture.word, below: data).count, 3)
        XCTAssertEqual(try vault.otherFiles(), [], "files of the apps are not listed")
        let strange = try Folder.open(data, [], making: false)
        try strange.writeNew([1], named: "letter.txt", draft: ".draft")
        XCTAssertEqual(try vault.otherFiles(), ["letter.txt"])
        _ = try vault.lock(Fixture.passphrase)
        try store.write(undo: "Later \(Fixture.word)") { try $0.put(Page(77, "\(Fixture.word) later")) }
        XCTAssertEqual(try Self.holding(Fixture.word, below: data), [])
        XCTAssertEqual(try Self.holding("pixels of Zanzibar", below: data), [])
        XCTAssertEqual(try Self.holding("AGE-SECRET", below: data), [])
        XCTAssertEqual(try lockedStore.bytes(at: path), picture)
        XCTAssertEqual(try store.read { try $0.count(Page.byDay.all) }, 40)
        _ = try vault.unlockPermanently(Fixture.passphrase)
        XCTAssertEqual(try blobStore.bytes(at: path), picture)
        XCTAssertEqual(try base.read { try $0.record(Page(77, "").id)?.text }, "\(Fixture.word) later")
        try base.close()
    }

    private static func holding(_ word: String, below path: String) throws -> [String] {
        let expected = Data(word.utf8)
        return try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            (FileManager.default.contents(atPath: "\(path)/\(name)")?.range(of: expected)) != nil
        }.sorted()
    }
}
