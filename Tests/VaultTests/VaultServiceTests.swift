import Kernel
import Pictures
import PicturesTesting
import Search
import SearchTesting
import Storage
import StorageTesting
import Vault
import XCTest

final class VaultServiceTests: XCTestCase {
    private func failure<Value>(_ body: () throws -> Value) -> String {
        do { _ = try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return "none"
    }

    // MARK: - With the key

    func testVaultStoreSatisfiesStoreContract() {
        let kinds = ["contract.notes", "contract.tallies", "contract.cards", "contract.people"].map { SealedKind($0) }
        let open = StoreContract(.passing { Fixture(kinds: kinds + SealedKind.undo).store as VaultStore })
        for broken in open.brokenPromises() { XCTFail("open: \(broken.description)") }
        let locked = StoreContract(
            .passing {
                let fixture = Fixture(given: Fixture.passphrase, kinds: kinds + SealedKind.undo)
                _ = try fixture.vault.lock(Fixture.passphrase)
                return fixture.store
            })
        // The lock is a record and a transaction too, and a migration writes records once more.
        let counting: Set = [
            "a report counts the records",
            "the feed gives the current state: each record's last change, once, in order",
            "the feed never splits a transaction",
            "maintenance changes nothing that a reader sees", "a rewrite keeps records, indexes, stamps and the feed",
        ]
        for broken in locked.brokenPromises() where !counting.contains(broken.promise) {
            XCTFail("locked: \(broken.description)")
        }
    }

    func testVaultBlobStoreSatisfiesContract() {
        let paths = BlobStoreContract.album.compactMap {
            AlbumPath(components: $0.split(separator: "/").map(String.init))
        }
        for isLocked in [false, true] {
            let contract = BlobStoreContract.over(paths) {
                let fixture = Fixture(given: Fixture.passphrase)
                if isLocked { _ = try fixture.vault.lock(Fixture.passphrase) }
                return VaultBlobStore(over: MemoryBlobStore<AlbumPath> { .earliest }, fixture.vault)
            }
            for broken in contract.brokenPromises() { XCTFail("\(isLocked): \(broken.description)") }
        }
    }

    func testVaultSearchSatisfiesContract() throws {
        for isLocked in [false, true] {
            let fixture = Fixture(given: Fixture.passphrase)
            if isLocked { _ = try fixture.vault.lock(Fixture.passphrase) }
            let contract = TextSearchContract.over(store: { MemoryStore() }) {
                VaultSearch(over: ScanSearch(), fixture.vault)
            }
            for broken in contract.brokenPromises() { XCTFail("\(isLocked): \(broken.description)") }
        }
    }

    func testLockedStoreBehavesLikePlainStore() throws {
        for seed in 1...25 {
            var random = RandomSource(seed: UInt64(seed))
            let plain = MemoryStore()
            let fixture = Fixture(given: Fixture.passphrase)
            for step in 0..<60 {
                if step == 20 { _ = try fixture.vault.lock(Fixture.passphrase) }
                if step == 45 { _ = try fixture.vault.unlockPermanently(Fixture.passphrase) }
                let number = Int(random.next() % 30)
                let choice = random.next() % 10
                let page = Page(number, "text \(random.next() % 1_000)")
                for store in [plain, fixture.store] as [any Store] {
                    switch choice {
                    case 0...5: try store.write(undo: "put \(step)") { try $0.put(page) }
                    case 6: try store.write(undo: "deleted \(step)") { _ = try $0.delete(page.id) }
                    case 7: try store.write { _ = try $0.purge(page.id) }
                    default: _ = try? store.undoLast()
                    }
                }
                XCTAssertEqual(
                    try Self.storedText(fixture.store), try Self.storedText(plain), "seed \(seed), step \(step)")
            }
        }
    }

    /// Returns the results of all queries as text.
    private static func storedText(_ store: any Store) throws -> String {
        try store.read { transaction in
            let all = try [
                transaction.records(Page.byDay.all), transaction.records(Page.byRank.all.descending.limit(7)),
                transaction.records(Page.byStar.all), transaction.records(Page.byRank.from(3, through: 9)),
                transaction.records(Page.byDay.from("2026-00005").descending.limit(5)),
            ]
            let counts = try [
                transaction.count(Page.byStar.all), transaction.count(Page.byDay.all),
                transaction.count(Page.byRank.at(4)),
            ]
            let keys = try transaction.keys(Page.byStar.all).map(\.text) + transaction.keys(Page.byDay.all).map(\.text)
            return "\(all) \(counts) \(keys)"
        } + "\(try store.undoSteps().map(\.label))"
    }

    // MARK: - Without the key

    func testUnderlyingStoreContainsNoPlainText() throws {
        let files = MemoryFiles()
        let fixture = Fixture(MemoryStore(), files, given: Fixture.passphrase)
        for number in 0..<900 {
            try fixture.store.write(undo: "Kept \(Fixture.word)") {
                try $0.put(Page(number, "\(Fixture.word) \(number)"))
            }
        }
        files.put("Photos/a.jpg", Array(Fixture.word.utf8))
        XCTAssertTrue(try Fixture.text(of: fixture.base).contains(Fixture.word))
        _ = try fixture.vault.lock(Fixture.passphrase)
        try fixture.store.write(undo: "More \(Fixture.word)") { try $0.put(Page(7, "\(Fixture.word) again")) }
        let text = try Fixture.text(of: fixture.base)
        XCTAssertFalse(text.contains(Fixture.word))
        XCTAssertFalse(text.contains("rank\", unique: false, key: Optional"))
        for bytes in files.all.values { XCTAssertFalse(String(decoding: bytes, as: UTF8.self).contains(Fixture.word)) }
        XCTAssertEqual(try fixture.store.read { try $0.record(Page(7, "").id)?.text }, "\(Fixture.word) again")

        let stranger = fixture.again()
        XCTAssertEqual(failure { try stranger.store.read { try $0.record(Page(7, "").id) } }, "vaultLocked")
        XCTAssertEqual(failure { try stranger.store.read { try $0.records(Page.byStar.all) } }, "vaultLocked")
        XCTAssertEqual(failure { try stranger.store.write { try $0.put(Page(7, "other")) } }, "vaultLocked")
        XCTAssertEqual(failure { try stranger.store.exportEverything() }, "vaultLocked")
        XCTAssertEqual(try stranger.store.read { try $0.keys(Page.byDay.all).count }, 900)
        XCTAssertEqual(failure { try fixture.again(given: "something else").store.archive() }, "vaultWrongPassphrase")
    }

    func testKeyExpiresAndCanBeForgotten() throws {
        let fixture = Fixture()
        try fixture.store.write { try $0.put(Page(1, Fixture.word)) }
        _ = try fixture.vault.lock(Fixture.passphrase)
        XCTAssertTrue(try fixture.again().vault.isClosed())
        XCTAssertEqual(failure { try fixture.again().vault.unlock("another one", seconds: 60) }, "vaultWrongPassphrase")
        try fixture.again().vault.unlock(Fixture.passphrase, seconds: 60)
        XCTAssertEqual(try fixture.again().store.read { try $0.record(Page(1, "").id)?.text }, Fixture.word)
        try fixture.again().vault.forgetKey()
        XCTAssertTrue(try fixture.again().vault.isClosed())
        try fixture.again().vault.change(from: Fixture.passphrase, to: "five new words of chance")
        XCTAssertEqual(
            failure { try fixture.again().vault.unlock(Fixture.passphrase, seconds: 60) }, "vaultWrongPassphrase")
        XCTAssertFalse(try fixture.again(given: "five new words of chance").vault.isClosed())
        XCTAssertFalse(
            try Fixture.text(of: fixture.base).contains(try QuickWrap().make(wrappedBy: Fixture.passphrase).wrapped))
    }

    // MARK: - Interruptions

    func testInterruptedLockLosesNothingAndCanBeResumed() throws {
        for isOpening in [false, true] {
            var stops = 0
            for steps in 0..<200 {
                let fuse = Fuse()
                let store = MemoryStore()
                let files = MemoryFiles(fuse)
                let fixture = Fixture(FusedStore(store, fuse), files, given: Fixture.passphrase)
                try fixture.store.write {
                    for number in 0..<420 { try $0.put(Page(number, "\(Fixture.word) \(number)")) }
                }
                for number in 0..<5 { files.put("Photos/\(number).jpg", Array("\(Fixture.word) \(number)".utf8)) }
                let before = try Self.storedText(fixture.store)
                if isOpening { _ = try fixture.vault.lock(Fixture.passphrase) }
                let work = { (fixture: Fixture) in
                    _ =
                        try isOpening
                        ? fixture.vault.unlockPermanently(Fixture.passphrase) : fixture.vault.lock(Fixture.passphrase)
                }
                fuse.set(steps)
                let isStopped = (try? work(fixture)) == nil
                fuse.set(.max)
                let next = fixture.again(given: Fixture.passphrase)
                XCTAssertEqual(try Self.storedText(next.store), before, "\(isOpening), \(steps)")
                if isStopped {
                    stops += 1
                    // Permanent decryption may already be complete.
                    if try next.vault.hasLock() || !isOpening { try work(next) }
                }
                let end = fixture.again(given: Fixture.passphrase)
                XCTAssertEqual(try Self.storedText(end.store), before, "\(isOpening), \(steps)")
                XCTAssertEqual(try Fixture.text(of: store).contains(Fixture.word), isOpening, "\(isOpening), \(steps)")
                for (path, bytes) in files.all {
                    let text = String(decoding: bytes, as: UTF8.self)
                    XCTAssertEqual(text.contains(Fixture.word), isOpening, "\(isOpening), \(steps), \(path)")
                }
                if !isStopped { break }
            }
            XCTAssertGreaterThan(stops, 10)
        }
    }

    func testInterruptedPassphraseChangeLeavesOneValidPassphrase() throws {
        for steps in 0..<4 {
            let fuse = Fuse()
            let fixture = Fixture(FusedStore(MemoryStore(), fuse))
            try fixture.store.write { try $0.put(Page(1, Fixture.word)) }
            _ = try fixture.vault.lock(Fixture.passphrase)
            fuse.set(steps)
            let isDone = (try? fixture.vault.change(from: Fixture.passphrase, to: "another passphrase")) != nil
            fuse.set(.max)
            let old = fixture.again(given: Fixture.passphrase)
            let new = fixture.again(given: "another passphrase")
            XCTAssertNotEqual(try old.vault.isClosed(), try new.vault.isClosed())
            if isDone { XCTAssertFalse(try new.vault.isClosed()) }
        }
    }

    func testOneProcessLocksWhileOthersWrite() throws {
        let files = MemoryFiles()
        let fixture = Fixture(MemoryStore(), files, given: Fixture.passphrase)
        let lock = try files.acquireLock()
        withExtendedLifetime(lock) {
            XCTAssertEqual(failure { try fixture.vault.lock(Fixture.passphrase) }, "vaultBusy")
        }
        for number in 0..<850 { try fixture.store.write { try $0.put(Page(number, Fixture.word)) } }
        let other = fixture.again(given: Fixture.passphrase)
        let released = MemoryFiles()
        let parallel = Fixture(fixture.base, released, ring: fixture.ring, given: Fixture.passphrase)
        var written = 900
        _ = try parallel.vault.lock(Fixture.passphrase) { _ in
            try? other.store.write { try $0.put(Page(written, Fixture.word)) }
            written += 1
        }
        XCTAssertGreaterThan(written, 902)
        XCTAssertFalse(try Fixture.text(of: fixture.base).contains(Fixture.word))
        XCTAssertEqual(try other.store.read { try $0.records(Page.byDay.all).count }, 850 + written - 900)
    }

    func testEditorDraftPreventsLock() throws {
        let files = MemoryFiles()
        files.leave(draft: "2026-11-20.txt")
        XCTAssertEqual(failure { try Fixture(MemoryStore(), files).vault.lock(Fixture.passphrase) }, "vaultLeftovers")
        XCTAssertFalse(try Fixture(MemoryStore(), files).vault.hasLock())
    }

    func testDamagedBundleIsReportedAndOthersRemain() throws {
        let fixture = Fixture(given: Fixture.passphrase)
        for number in 0..<3 { try fixture.store.write { try $0.put(Page(number, Fixture.word)) } }
        _ = try fixture.vault.lock(Fixture.passphrase)
        let bundle = try XCTUnwrap(fixture.base.engine.allRecords().first { $0.address.collection == "vault.bundles" })
        for payload in [#"{"id":"x","sealed":"AAAA"}"#, #"{"id":"x","sealed":"%%%"}"#] {
            try fixture.base.engine.write {
                try $0.put(
                    StoredRecord(
                        address: bundle.address,
                        stamp: Stamp(generation: 0, deleted: false, time: $0.time, device: $0.device),
                        payloadVersion: 1,
                        entries: [], payload: Data(payload.utf8)))
            }
            let fresh = fixture.again(given: Fixture.passphrase)
            XCTAssertEqual(failure { try fresh.store.read { try $0.record(Page(1, "").id) } }, "vaultDamaged")
        }
    }

    func testWeakPassphrasesAreRejected() {
        for text in [
            "", "   ", "short", "aaaaaaaaaaaa", "two\nlines of it", "tab\tin between",
            String(repeating: "ab c", count: 400),
        ] {
            XCTAssertEqual(failure { try Passphrase.checked(text) }, "vaultWeakPassphrase", text)
        }
        XCTAssertEqual(try Passphrase.checked("four words of chance\n"), "four words of chance")
        XCTAssertEqual(try Passphrase.checked("caf\u{65}\u{301} au lait"), try Passphrase.checked("caf\u{E9} au lait"))
    }
}
