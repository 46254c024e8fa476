import Files
import Foundation
import Kernel
import Pictures
import PicturesAdapters
import Search
import Storage
import Sync
import TestBench
import Vault
import VaultAdapters
import XCTest

/// Files that change, or cannot be read, while everything is locked or opened.
final class FileTests: XCTestCase {
    private let whole = Array("\(Bench.word), and once more \(Bench.word)".utf8)

    private func failure<Value>(_ body: () throws -> Value) -> String {
        do { _ = try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return "none"
    }

    private func path(_ name: String, month: String = "11") throws -> AlbumPath {
        try XCTUnwrap(AlbumPath(components: ["Photos", "2026", month, "\(name).jpg"]))
    }

    private func bench(_ home: Home, key: UInt8 = 0) -> Bench {
        Bench(
            MemoryStore(), FolderVaultFiles(in: home.path, folders: AlbumPath.roots, isRehearsal: false), given: Bench.passphrase,
            wrap: QuickWrap(key))
    }

    private func shelf(_ home: Home, _ bench: Bench) -> VaultShelf<AlbumPath> {
        VaultShelf(over: FolderShelf(root: home.path), bench.vault)
    }

    // MARK: - Several at once

    func testAFileThatIsKeptWhileOthersLockOrOpenIsThereAsItShouldBeOrNotAtAll() throws {
        for isOpening in [false, true] {
            for isInMemory in [false, true] {
                let home = try Home()
                let (bench, path) = (bench(home), try path("a"))
                let raw: any BlobShelf<AlbumPath> = isInMemory ? MemoryShelf { .earliest } : FolderShelf(root: home.path)
                let seen = over(raw, bench.vault)
                let other = bench.again(given: Bench.passphrase)
                let work = { _ = try isOpening ? other.vault.openForGood(Bench.passphrase) : other.vault.lock(Bench.passphrase) }
                if isOpening { _ = try other.vault.lock(Bench.passphrase) }
                let said = failure {
                    try seen.keep(path) { write in
                        try write(Array(whole.prefix(20)))
                        try? work()
                        try write(Array(whole.dropFirst(20)))
                    }
                }
                if try other.vault.isThere() || !isOpening { try work() }
                XCTAssertEqual(said, "vaultBusy", "\(isOpening), \(isInMemory)")
                XCTAssertEqual(try raw.contents().map(\.path), [], "\(isOpening), \(isInMemory)")
                XCTAssertEqual(try other.vault.isThere(), !isOpening)
                try seen.keep(whole, at: path)
                XCTAssertEqual(try seen.bytes(at: path), whole)
                XCTAssertEqual(try raw.bytes(at: path) == whole, isOpening)
            }
        }
    }

    private func over(_ shelf: some BlobShelf<AlbumPath>, _ vault: Vault) -> VaultShelf<AlbumPath> {
        VaultShelf(over: shelf, vault)
    }

    func testWhatIsStillBeingWrittenIsLeftAloneAndWaitedFor() throws {
        let home = try Home()
        let (bench, raw, path) = (bench(home), FolderShelf<AlbumPath>(root: home.path), try path("a"))
        try raw.keep(path) { write in
            try write(Array(whole.prefix(20)))
            XCTAssertEqual(failure { try bench.vault.lock(Bench.passphrase) }, "vaultBusy")
            try write(Array(whole.dropFirst(20)))
        }
        XCTAssertEqual(try raw.bytes(at: path), whole)
        _ = try bench.vault.lock(Bench.passphrase)
        XCTAssertNotEqual(try raw.bytes(at: path), whole)
        XCTAssertEqual(try shelf(home, bench).bytes(at: path), whole)
    }

    func testTheLockStandsWhileAnyFileIsClosed() throws {
        let files = MemoryFiles()
        files.put("Photos/a.jpg", whole)
        let bench = Bench(MemoryStore(), files, given: Bench.passphrase)
        _ = try bench.vault.lock(Bench.passphrase)
        files.write("Photos/a.jpg", true)
        XCTAssertEqual(failure { try bench.vault.openForGood(Bench.passphrase) }, "vaultBusy")
        XCTAssertTrue(try bench.vault.isThere())
        files.write("Photos/a.jpg", false)
        _ = try bench.vault.openForGood(Bench.passphrase)
        XCTAssertEqual(files.all, ["Photos/a.jpg": whole])
    }

    func testAFileThatWentMeanwhileDoesNotComeBack() throws {
        let home = try Home()
        let (bench, raw, gone, other) = (bench(home), FolderShelf<AlbumPath>(root: home.path), try path("a"), try path("b"))
        try raw.keep([1, 2], at: gone)
        try raw.keep([1, 2], at: other)
        try bench.files.exchange(gone.description) { _ in
            try raw.remove(gone)
            return [3]
        }
        try bench.files.exchange(other.description) { _ in
            try raw.remove(other)
            try raw.keep([7, 8], at: other)
            return [3]
        }
        XCTAssertEqual(try raw.contents().map(\.path), [other])
        XCTAssertEqual(try raw.bytes(at: other), [7, 8])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path("Photos/2026/11")), ["b.jpg"])
    }

    func testASearchThatBeganBeforeLeavesNoWord() throws {
        let files = MemoryFiles()
        let bench = Bench(MemoryStore(), files, given: Bench.passphrase)
        let slow = SlowSearch { _ in
            _ = try bench.vault.lock(Bench.passphrase)
            files.words = true
        }
        let source = SearchSource(Page.byRank) { [$0.text] }
        let query = try SearchQuery("word")
        _ = try VaultSearch(over: slow, bench.vault).find(query, in: source, of: bench.store, order: .newest, limit: nil)
        XCTAssertFalse(files.words)
    }

    // MARK: - What stands in the way

    func testAFolderThatCannotBeOpenedIsNotAnEmptyOne() throws {
        for isLinked in [true, false] where isLinked || geteuid() != 0 {
            let (home, elsewhere) = (try Home(), try Home())
            let (bench, manager) = (bench(home), FileManager.default)
            let seen = shelf(home, bench)
            for month in ["10", "11"] { try seen.keep(whole, at: path("a", month: month)) }
            _ = try bench.vault.lock(Bench.passphrase)
            let (month, moved) = (home.path("Photos/2026/10"), elsewhere.path("10"))
            if isLinked {
                try manager.moveItem(atPath: month, toPath: moved)
                try manager.createSymbolicLink(atPath: month, withDestinationPath: moved)
            } else {
                try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: month)
            }
            XCTAssertEqual(failure { try bench.vault.openForGood(Bench.passphrase) }, "vaultNotKept")
            XCTAssertTrue(try bench.vault.isThere())
            if isLinked {
                try manager.removeItem(atPath: month)
                try manager.moveItem(atPath: moved, toPath: month)
            } else {
                try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: month)
            }
            _ = try bench.vault.openForGood(Bench.passphrase)
            for month in ["10", "11"] {
                XCTAssertEqual(try FolderShelf<AlbumPath>(root: home.path).bytes(at: path("a", month: month)), whole)
            }
        }
    }

    func testAHalfDraftThatAKilledProcessLeftHindersNobody() throws {
        let home = try Home()
        let (bench, path) = (bench(home), try path("a"))
        try shelf(home, bench).keep(whole, at: path)
        _ = try bench.vault.lock(Bench.passphrase)
        let closed = try FolderShelf<AlbumPath>(root: home.path).bytes(at: path)
        try home.file("Photos/2026/11/.a.jpg.123.0", closed.dropLast(9))
        _ = try bench.vault.openForGood(Bench.passphrase)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path("Photos/2026/11")), ["a.jpg"])
    }

    func testAFileThatIsDamagedIsNamed() throws {
        let home = try Home()
        let (bench, path) = (bench(home), try path("a"))
        try shelf(home, bench).keep(whole, at: path)
        _ = try bench.vault.lock(Bench.passphrase)
        let closed = try FolderShelf<AlbumPath>(root: home.path).bytes(at: path)
        try home.file(path.description, closed.dropLast(9))
        XCTAssertThrowsError(try bench.vault.openForGood(Bench.passphrase)) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "vaultDamaged")
            XCTAssertTrue(($0 as? Failure)?.message.contains(path.description) == true)
        }
        XCTAssertTrue(try bench.vault.isThere())
    }

    // MARK: - Two stores over the same files

    func testASecondStoreIsNotLockedWhereFilesOfTheFirstAre() throws {
        let home = try Home()
        let (one, two, path) = (bench(home, key: 1), bench(home, key: 2), try path("a"))
        try shelf(home, one).keep(whole, at: path)
        _ = try one.vault.lock(Bench.passphrase)
        XCTAssertEqual(failure { try two.vault.lock(Bench.passphrase) }, "vaultElsewhere")
        XCTAssertFalse(try two.vault.isThere())
        XCTAssertEqual(failure { try shelf(home, two).bytes(at: path) }, "vaultElsewhere")
        XCTAssertEqual(try two.vault.elsewhere(), [path.description])
        XCTAssertEqual(try one.vault.elsewhere(), [])
        _ = try one.vault.openForGood(Bench.passphrase)
        _ = try two.vault.lock(Bench.passphrase)
        XCTAssertEqual(try shelf(home, two).bytes(at: path), whole)
    }

    /// Both were locked while there was no file yet.
    func testEachOfTwoStoresOpensItsOwnFilesAndNoOther() throws {
        let home = try Home()
        let (raw, all) = (FolderShelf<AlbumPath>(root: home.path), [bench(home, key: 1), bench(home, key: 2)])
        let paths = [try path("a"), try path("b")]
        for bench in all { _ = try bench.vault.lock(Bench.passphrase) }
        for (bench, path) in zip(all, paths) { try shelf(home, bench).keep(whole, at: path) }
        XCTAssertEqual(failure { try shelf(home, all[0]).bytes(at: paths[1]) }, "vaultElsewhere")
        for (bench, path) in zip(all, paths) {
            XCTAssertNotEqual(try raw.bytes(at: path), whole)
            _ = try bench.vault.openForGood(Bench.passphrase)
            XCTAssertEqual(try raw.bytes(at: path), whole)
            XCTAssertFalse(try bench.vault.isThere())
        }
    }
}

/// A search in whose midst something happens.
private struct SlowSearch: TextSearch {
    let meanwhile: @Sendable (any Store) throws -> Void

    func find(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?
    ) throws -> SearchHits {
        try meanwhile(store)
        return .none
    }
}
