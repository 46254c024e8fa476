import Files
import Kernel
import Pictures
import PicturesAdapters
import Programs
import Storage
import Sync
import SyncAdapters
import TestBench
import Vault
import VaultAdapters
import XCTest

/// With the programs, files and key ring of this machine.
final class MachineTests: XCTestCase {
    private let programs = Programs(path: ProcessInfo.processInfo.environment["PATH"] ?? "")

    private func failure<Value>(_ body: () throws -> Value) -> String {
        do { _ = try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return "none"
    }

    private func need(_ names: String...) throws {
        for name in names where programs.find(name) == nil { throw XCTSkip("\(name) is not installed") }
    }

    func testOpenSSLWrapsAKeyThatOnlyItsPassphraseOpens() throws {
        try need("openssl", "age")
        let home = try Home()
        let wrap = OpenSSLWrap(of: programs, workingIn: home.path("work"))
        let (key, wrapped) = try wrap.make(behind: "ein Wort, 한글 & “more”")
        XCTAssertEqual(try wrap.open(wrapped, with: "ein Wort, 한글 & “more”"), key)
        XCTAssertEqual(failure { try wrap.open(wrapped, with: "ein Wort, 한글 & “more” ") }, "vaultWrongPassphrase")
        XCTAssertEqual(failure { try wrap.open(wrapped, with: "") }, "vaultWrongPassphrase")
        let changed = try wrap.change(wrapped, from: "ein Wort, 한글 & “more”", to: "another one")
        XCTAssertEqual(try wrap.open(changed, with: "another one"), key)
        XCTAssertEqual(failure { try wrap.open(changed, with: "ein Wort, 한글 & “more”") }, "vaultWrongPassphrase")
        XCTAssertEqual(failure { try wrap.change(wrapped, from: "wrong one", to: "another one") }, "vaultWrongPassphrase")
        for damaged in ["", "nonsense", String(wrapped.dropLast(60)), wrapped.replacingOccurrences(of: "A", with: "B")] {
            XCTAssertNotEqual(failure { try wrap.open(damaged, with: "another one") }, "none")
        }
        XCTAssertNotEqual(try wrap.make(behind: "another one").key, key)
        let seal = AgeSeal(key, of: programs, workingIn: home.path("work"))
        XCTAssertEqual(try seal.open(seal.seal([1, 2, 3])), [1, 2, 3])
        XCTAssertEqual((try? FileManager.default.contentsOfDirectory(atPath: home.path("work"))) ?? [], [])
    }

    func testWithoutItsProgramsNothingIsBegun() throws {
        let home = try Home()
        let none = Programs(path: "/nowhere")
        let wrap = OpenSSLWrap(of: none, workingIn: home.path("work"))
        XCTAssertEqual(failure { try wrap.make(behind: "four words of chance") }, "missingProgram")
        XCTAssertNotNil(SystemRing(none).trouble)
        XCTAssertEqual(failure { try SystemRing(none).keep("x", as: "y", seconds: 1) }, "vaultNoRing")
        XCTAssertNil(SystemRing(none).secret("y"))
    }

    func testTheSystemsRingKeepsAKeyForASession() throws {
        try need("keyctl")
        let (ring, name) = (SystemRing(programs), "commonplace-test-\(getpid())")
        do { try ring.keep("a secret", as: name, seconds: 60) } catch { throw XCTSkip("no ring here: \(error)") }
        defer { ring.forget(name) }
        XCTAssertEqual(ring.secret(name), "a secret")
        try ring.keep("another", as: name, seconds: 60)
        XCTAssertEqual(ring.secret(name), "another")
        ring.forget(name)
        XCTAssertNil(ring.secret(name))
    }

    /// Every file below the app's directory is looked through, byte by byte.
    func testNoFileHoldsAWordOrAPixelOfWhatIsLocked() throws {
        try need("openssl", "age", "age-keygen")
        let home = try Home()
        let (data, picture) = (home.path("grain"), [0xFF, 0xD8, 0xFF, 0xE0] + Array("pixels of Zanzibar".utf8))
        let base = try FileStore(directory: data) { .earliest }
        let shelf = FolderShelf<AlbumPath>(root: data)
        let path = try XCTUnwrap(AlbumPath(components: ["Photos", "2026", "11", "a.jpg"]))
        let keeper = KeyKeeper(
            wrap: OpenSSLWrap(of: programs, workingIn: data + "/work"), ring: MemoryRing { .earliest },
            variable: ("PASS", Bench.passphrase)
        ) { [programs] in AgeSeal($0, of: programs, workingIn: data + "/work") }
        let store = VaultStore(over: base, locking: Bench.kinds, keeper)
        let files = FolderVaultFiles(in: data, folders: AlbumPath.roots, isRehearsal: false)
        let vault = Vault(base, seenAs: store, files: files, keeper, ids: .counting(), now: { .earliest })
        for number in 0..<40 {
            try store.write(undo: "Kept \(Bench.word)") { try $0.put(Page(number, "\(Bench.word) \(number)")) }
        }
        try store.write(undo: "Deleted \(Bench.word)") { _ = try $0.delete(Page(3, "").id) }
        let seen = VaultShelf(over: shelf, vault)
        try seen.keep(picture, at: path)
        for name in ["search/words", "work/left/in.jpg", "kept/old.jsonl", "quarantine/x", "aside-1-log"] {
            let parts = name.split(separator: "/").map(String.init)
            let folder = try Folder.open(data, parts.dropLast()[...], making: true)
            try folder.writeNew(Array(Bench.word.utf8) + picture, named: parts.last ?? "", draft: ".draft")
        }
        XCTAssertGreaterThan(try Self.holding(Bench.word, below: data).count, 3)
        XCTAssertEqual(try vault.others(), [], "what the house keeps there is nothing to be told of")
        let strange = try Folder.open(data, [], making: false)
        try strange.writeNew([1], named: "letter.txt", draft: ".draft")
        XCTAssertEqual(try vault.others(), ["letter.txt"])
        _ = try vault.lock(Bench.passphrase)
        try store.write(undo: "Later \(Bench.word)") { try $0.put(Page(77, "\(Bench.word) later")) }
        XCTAssertEqual(try Self.holding(Bench.word, below: data), [])
        XCTAssertEqual(try Self.holding("pixels of Zanzibar", below: data), [])
        XCTAssertEqual(try Self.holding("AGE-SECRET", below: data), [])
        XCTAssertEqual(try seen.bytes(at: path), picture)
        XCTAssertEqual(try store.read { try $0.count(Page.byDay.all) }, 40)
        _ = try vault.openForGood(Bench.passphrase)
        XCTAssertEqual(try shelf.bytes(at: path), picture)
        XCTAssertEqual(try base.read { try $0.record(Page(77, "").id)?.text }, "\(Bench.word) later")
        try base.close()
    }

    private static func holding(_ word: String, below path: String) throws -> [String] {
        let wanted = Data(word.utf8)
        return try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            (FileManager.default.contents(atPath: "\(path)/\(name)")?.range(of: wanted)) != nil
        }.sorted()
    }
}
