import Files
import Foundation
import Kernel
import Pictures
import PicturesAdapters
import Search
import Storage
import Sync
import TestSupport
import Vault
import VaultAdapters
import XCTest

/// Files that change or cannot be read during encryption or decryption.
final class FileTests: XCTestCase {
    private let whole = Array("\(Fixture.word), and once more \(Fixture.word)".utf8)

    private func failure<Value>(_ body: () throws -> Value) -> String {
        do { _ = try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return "none"
    }

    private func path(_ name: String, month: String = "11") throws -> AlbumPath {
        try XCTUnwrap(AlbumPath(components: ["Photos", "2026", month, "\(name).jpg"]))
    }

    private func fixture(_ home: Home, key: UInt8 = 0) -> Fixture {
        Fixture(
            MemoryStore(), FolderVaultFiles(in: home.path, folders: AlbumPath.roots, isDryRun: false),
            given: Fixture.passphrase,
            wrap: QuickWrap(key))
    }

    private func blobStore(_ home: Home, _ fixture: Fixture) -> VaultBlobStore<AlbumPath> {
        VaultBlobStore(over: FolderBlobStore(root: home.path), fixture.vault)
    }

    // MARK: - Concurrency

    func testFileWrittenDuringLockIsCompleteOrAbsent() throws {
        for isOpening in [false, true] {
            for isInMemory in [false, true] {
                let home = try Home()
                let fixture = fixture(home)
                let path = try path("a")
                let raw: any BlobStore<AlbumPath> =
                    isInMemory ? MemoryBlobStore { .earliest } : FolderBlobStore(root: home.path)
                let lockedStore = locked(raw, fixture.vault)
                let other = fixture.again(given: Fixture.passphrase)
                let work = {
                    _ =
                        try isOpening
                        ? other.vault.unlockPermanently(Fixture.passphrase) : other.vault.lock(Fixture.passphrase)
                }
                if isOpening { _ = try other.vault.lock(Fixture.passphrase) }
                let message = failure {
                    try lockedStore.save(path) { write in
                        try write(Array(whole.prefix(20)))
                        try? work()
                        try write(Array(whole.dropFirst(20)))
                    }
                }
                if try other.vault.hasLock() || !isOpening { try work() }
                XCTAssertEqual(message, "vaultBusy", "\(isOpening), \(isInMemory)")
                XCTAssertEqual(try raw.contents().map(\.path), [], "\(isOpening), \(isInMemory)")
                XCTAssertEqual(try other.vault.hasLock(), !isOpening)
                try lockedStore.save(whole, at: path)
                XCTAssertEqual(try lockedStore.bytes(at: path), whole)
                XCTAssertEqual(try raw.bytes(at: path) == whole, isOpening)
            }
        }
    }

    private func locked(_ blobStore: some BlobStore<AlbumPath>, _ vault: VaultService) -> VaultBlobStore<AlbumPath> {
        VaultBlobStore(over: blobStore, vault)
    }

    func testLockFailsWhileAFileIsBeingWritten() throws {
        let home = try Home()
        let fixture = fixture(home)
        let raw = FolderBlobStore<AlbumPath>(root: home.path)
        let path = try path("a")
        try raw.save(path) { write in
            try write(Array(whole.prefix(20)))
            XCTAssertEqual(failure { try fixture.vault.lock(Fixture.passphrase) }, "vaultBusy")
            try write(Array(whole.dropFirst(20)))
        }
        XCTAssertEqual(try raw.bytes(at: path), whole)
        _ = try fixture.vault.lock(Fixture.passphrase)
        XCTAssertNotEqual(try raw.bytes(at: path), whole)
        XCTAssertEqual(try blobStore(home, fixture).bytes(at: path), whole)
    }

    func testLockRemainsWhileAnyFileIsEncrypted() throws {
        let files = MemoryFiles()
        files.put("Photos/a.jpg", whole)
        let fixture = Fixture(MemoryStore(), files, given: Fixture.passphrase)
        _ = try fixture.vault.lock(Fixture.passphrase)
        files.write("Photos/a.jpg", true)
        XCTAssertEqual(failure { try fixture.vault.unlockPermanently(Fixture.passphrase) }, "vaultBusy")
        XCTAssertTrue(try fixture.vault.hasLock())
        files.write("Photos/a.jpg", false)
        _ = try fixture.vault.unlockPermanently(Fixture.passphrase)
        XCTAssertEqual(files.all, ["Photos/a.jpg": whole])
    }

    func testFileDeletedDuringExchangeStaysDeleted() throws {
        let home = try Home()
        let fixture = fixture(home)
        let raw = FolderBlobStore<AlbumPath>(root: home.path)
        let removed = try path("a")
        let other = try path("b")
        try raw.save([1, 2], at: removed)
        try raw.save([1, 2], at: other)
        try fixture.files.replaceContents(removed.description) { _ in
            try raw.remove(removed)
            return [3]
        }
        try fixture.files.replaceContents(other.description) { _ in
            try raw.remove(other)
            try raw.save([7, 8], at: other)
            return [3]
        }
        XCTAssertEqual(try raw.contents().map(\.path), [other])
        XCTAssertEqual(try raw.bytes(at: other), [7, 8])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path("Photos/2026/11")), ["b.jpg"])
    }

    func testSearchBegunBeforeLockLeavesNoIndex() throws {
        let files = MemoryFiles()
        let fixture = Fixture(MemoryStore(), files, given: Fixture.passphrase)
        let slow = SlowSearch { _ in
            _ = try fixture.vault.lock(Fixture.passphrase)
            files.words = true
        }
        let source = SearchSource(Page.byRank) { [$0.text] }
        let query = try SearchQuery("word")
        _ = try VaultSearch(over: slow, fixture.vault).find(
            query, in: source, of: fixture.store, order: .newest, limit: nil)
        XCTAssertFalse(files.words)
    }

    // MARK: - Obstacles

    func testUnreadableFolderIsNotTreatedAsEmpty() throws {
        for isLinked in [true, false] where isLinked || geteuid() != 0 {
            let home = try Home()
            let elsewhere = try Home()
            let fixture = fixture(home)
            let manager = FileManager.default
            let lockedStore = blobStore(home, fixture)
            for month in ["10", "11"] { try lockedStore.save(whole, at: path("a", month: month)) }
            _ = try fixture.vault.lock(Fixture.passphrase)
            let month = home.path("Photos/2026/10")
            let moved = elsewhere.path("10")
            if isLinked {
                try manager.moveItem(atPath: month, toPath: moved)
                try manager.createSymbolicLink(atPath: month, withDestinationPath: moved)
            } else {
                try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: month)
            }
            XCTAssertEqual(failure { try fixture.vault.unlockPermanently(Fixture.passphrase) }, "vaultNotKept")
            XCTAssertTrue(try fixture.vault.hasLock())
            if isLinked {
                try manager.removeItem(atPath: month)
                try manager.moveItem(atPath: moved, toPath: month)
            } else {
                try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: month)
            }
            _ = try fixture.vault.unlockPermanently(Fixture.passphrase)
            for month in ["10", "11"] {
                XCTAssertEqual(
                    try FolderBlobStore<AlbumPath>(root: home.path).bytes(at: path("a", month: month)), whole)
            }
        }
    }

    func testPartialDraftOfKilledProcessIsDeleted() throws {
        let home = try Home()
        let fixture = fixture(home)
        let path = try path("a")
        try blobStore(home, fixture).save(whole, at: path)
        _ = try fixture.vault.lock(Fixture.passphrase)
        let closed = try FolderBlobStore<AlbumPath>(root: home.path).bytes(at: path)
        try home.file("Photos/2026/11/.a.jpg.123.0", closed.dropLast(9))
        _ = try fixture.vault.unlockPermanently(Fixture.passphrase)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path("Photos/2026/11")), ["a.jpg"])
    }

    func testDamagedFileIsNamedInError() throws {
        let home = try Home()
        let fixture = fixture(home)
        let path = try path("a")
        try blobStore(home, fixture).save(whole, at: path)
        _ = try fixture.vault.lock(Fixture.passphrase)
        let closed = try FolderBlobStore<AlbumPath>(root: home.path).bytes(at: path)
        try home.file(path.description, closed.dropLast(9))
        XCTAssertThrowsError(try fixture.vault.unlockPermanently(Fixture.passphrase)) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "vaultDamaged")
            XCTAssertTrue(($0 as? Failure)?.message.contains(path.description) == true)
        }
        XCTAssertTrue(try fixture.vault.hasLock())
    }

    // MARK: - Two stores over the same files

    func testSecondStoreCannotLockFilesOfTheFirst() throws {
        let home = try Home()
        let first = fixture(home, key: 1)
        let two = fixture(home, key: 2)
        let path = try path("a")
        try blobStore(home, first).save(whole, at: path)
        _ = try first.vault.lock(Fixture.passphrase)
        XCTAssertEqual(failure { try two.vault.lock(Fixture.passphrase) }, "vaultElsewhere")
        XCTAssertFalse(try two.vault.hasLock())
        XCTAssertEqual(failure { try blobStore(home, two).bytes(at: path) }, "vaultElsewhere")
        XCTAssertEqual(try two.vault.foreignFiles(), [path.description])
        XCTAssertEqual(try first.vault.foreignFiles(), [])
        _ = try first.vault.unlockPermanently(Fixture.passphrase)
        _ = try two.vault.lock(Fixture.passphrase)
        XCTAssertEqual(try blobStore(home, two).bytes(at: path), whole)
    }

    /// Both stores were locked before any file existed.
    func testEachStoreOpensOnlyItsOwnFiles() throws {
        let home = try Home()
        let raw = FolderBlobStore<AlbumPath>(root: home.path)
        let all = [fixture(home, key: 1), fixture(home, key: 2)]
        let paths = [try path("a"), try path("b")]
        for fixture in all { _ = try fixture.vault.lock(Fixture.passphrase) }
        for (fixture, path) in zip(all, paths) { try blobStore(home, fixture).save(whole, at: path) }
        XCTAssertEqual(failure { try blobStore(home, all[0]).bytes(at: paths[1]) }, "vaultElsewhere")
        for (fixture, path) in zip(all, paths) {
            XCTAssertNotEqual(try raw.bytes(at: path), whole)
            _ = try fixture.vault.unlockPermanently(Fixture.passphrase)
            XCTAssertEqual(try raw.bytes(at: path), whole)
            XCTAssertFalse(try fixture.vault.hasLock())
        }
    }
}

/// A search during which `meanwhile` runs.
private struct SlowSearch: TextSearch {
    let meanwhile: @Sendable (any Store) throws -> Void

    func find(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?
    ) throws -> SearchHits {
        try meanwhile(store)
        return .none
    }
}
