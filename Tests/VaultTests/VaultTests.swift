import Kernel
import Pictures
import PicturesContract
import Search
import SearchContract
import Storage
import StorageContract
import Vault
import XCTest

final class VaultTests: XCTestCase {
    private func failure<Value>(_ body: () throws -> Value) -> String {
        do { _ = try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return "none"
    }

    // MARK: - What whoever has the key sees

    func testAStoreOverAnotherKeepsWhatEveryStorePromises() {
        let kinds = ["contract.notes", "contract.tallies", "contract.cards", "contract.people"].map { SealedKind($0) }
        let open = StoreContract(.passing { Bench(kinds: kinds + SealedKind.undo).store as VaultStore })
        for broken in open.brokenPromises() { XCTFail("open: \(broken.description)") }
        let locked = StoreContract(
            .passing {
                let bench = Bench(given: Bench.passphrase, kinds: kinds + SealedKind.undo)
                _ = try bench.vault.lock(Bench.passphrase)
                return bench.store
            })
        // The lock is a transaction and a record, too, and records that are brought to a new form are written once more.
        let counting: Set = [
            "a report counts the records", "the feed leads to the present state: each record's last change, once, in order",
            "the feed never splits a transaction",
            "maintenance changes nothing that anybody sees", "a rewriting keeps records, indexes, stamps and the feed",
        ]
        for broken in locked.brokenPromises() where !counting.contains(broken.promise) {
            XCTFail("locked: \(broken.description)")
        }
    }

    func testAShelfOverAnotherKeepsWhatEveryShelfPromises() {
        let paths = BlobShelfContract.album.compactMap {
            AlbumPath(components: $0.split(separator: "/").map(String.init))
        }
        for isLocked in [false, true] {
            let contract = BlobShelfContract.over(paths) {
                let bench = Bench(given: Bench.passphrase)
                if isLocked { _ = try bench.vault.lock(Bench.passphrase) }
                return VaultShelf(over: MemoryShelf<AlbumPath> { .earliest }, bench.vault)
            }
            for broken in contract.brokenPromises() { XCTFail("\(isLocked): \(broken.description)") }
        }
    }

    func testASearchFindsAlikeAndKeepsNoIndexOfWhatIsLocked() throws {
        for isLocked in [false, true] {
            let bench = Bench(given: Bench.passphrase)
            if isLocked { _ = try bench.vault.lock(Bench.passphrase) }
            let contract = TextSearchContract.over(store: { MemoryStore() }) { VaultSearch(over: ScanSearch(), bench.vault) }
            for broken in contract.brokenPromises() { XCTFail("\(isLocked): \(broken.description)") }
        }
    }

    func testWhatIsLockedReadsAsWhatIsOpenWhateverIsDone() throws {
        for seed in 1...25 {
            var random = RandomSource(seed: UInt64(seed))
            let (plain, bench) = (MemoryStore(), Bench(given: Bench.passphrase))
            for step in 0..<60 {
                if step == 20 { _ = try bench.vault.lock(Bench.passphrase) }
                if step == 45 { _ = try bench.vault.openForGood(Bench.passphrase) }
                let (number, choice) = (Int(random.next() % 30), random.next() % 10)
                let page = Page(number, "text \(random.next() % 1_000)")
                for store in [plain, bench.store] as [any Store] {
                    switch choice {
                    case 0...5: try store.write(undo: "put \(step)") { try $0.put(page) }
                    case 6: try store.write(undo: "deleted \(step)") { _ = try $0.delete(page.id) }
                    case 7: try store.write { _ = try $0.purge(page.id) }
                    default: _ = try? store.undoLast()
                    }
                }
                XCTAssertEqual(try Self.seen(bench.store), try Self.seen(plain), "seed \(seed), step \(step)")
            }
        }
    }

    /// Everything that can be asked.
    private static func seen(_ store: any Store) throws -> String {
        try store.read { transaction in
            let all = try [
                transaction.records(Page.byDay.all), transaction.records(Page.byRank.all.descending.limit(7)),
                transaction.records(Page.byStar.all), transaction.records(Page.byRank.from(3, through: 9)),
                transaction.records(Page.byDay.from("2026-00005").descending.limit(5)),
            ]
            let counts = try [
                transaction.count(Page.byStar.all), transaction.count(Page.byDay.all), transaction.count(Page.byRank.at(4)),
            ]
            let keys = try transaction.keys(Page.byStar.all).map(\.text) + transaction.keys(Page.byDay.all).map(\.text)
            return "\(all) \(counts) \(keys)"
        } + "\(try store.undoSteps().map(\.label))"
    }

    // MARK: - What nobody sees without it

    func testNothingThatIsClosedStandsBeneath() throws {
        let files = MemoryFiles()
        let bench = Bench(MemoryStore(), files, given: Bench.passphrase)
        for number in 0..<900 {
            try bench.store.write(undo: "Kept \(Bench.word)") { try $0.put(Page(number, "\(Bench.word) \(number)")) }
        }
        files.put("Photos/a.jpg", Array(Bench.word.utf8))
        XCTAssertTrue(try Bench.text(of: bench.base).contains(Bench.word))
        _ = try bench.vault.lock(Bench.passphrase)
        try bench.store.write(undo: "More \(Bench.word)") { try $0.put(Page(7, "\(Bench.word) again")) }
        let text = try Bench.text(of: bench.base)
        XCTAssertFalse(text.contains(Bench.word))
        XCTAssertFalse(text.contains("rank\", unique: false, key: Optional"))
        for bytes in files.all.values { XCTAssertFalse(String(decoding: bytes, as: UTF8.self).contains(Bench.word)) }
        XCTAssertEqual(try bench.store.read { try $0.record(Page(7, "").id)?.text }, "\(Bench.word) again")

        let stranger = bench.again()
        XCTAssertEqual(failure { try stranger.store.read { try $0.record(Page(7, "").id) } }, "vaultLocked")
        XCTAssertEqual(failure { try stranger.store.read { try $0.records(Page.byStar.all) } }, "vaultLocked")
        XCTAssertEqual(failure { try stranger.store.write { try $0.put(Page(7, "other")) } }, "vaultLocked")
        XCTAssertEqual(failure { try stranger.store.exportEverything() }, "vaultLocked")
        XCTAssertEqual(try stranger.store.read { try $0.keys(Page.byDay.all).count }, 900)
        XCTAssertEqual(failure { try bench.again(given: "something else").store.archive() }, "vaultWrongPassphrase")
    }

    func testAKeyGoesWithItsTimeAndWhenItIsForgotten() throws {
        let bench = Bench()
        try bench.store.write { try $0.put(Page(1, Bench.word)) }
        _ = try bench.vault.lock(Bench.passphrase)
        XCTAssertTrue(try bench.again().vault.isClosed())
        XCTAssertEqual(failure { try bench.again().vault.unlock("another one", seconds: 60) }, "vaultWrongPassphrase")
        try bench.again().vault.unlock(Bench.passphrase, seconds: 60)
        XCTAssertEqual(try bench.again().store.read { try $0.record(Page(1, "").id)?.text }, Bench.word)
        try bench.again().vault.forgetKey()
        XCTAssertTrue(try bench.again().vault.isClosed())
        try bench.again().vault.change(from: Bench.passphrase, to: "five new words of chance")
        XCTAssertEqual(failure { try bench.again().vault.unlock(Bench.passphrase, seconds: 60) }, "vaultWrongPassphrase")
        XCTAssertFalse(try bench.again(given: "five new words of chance").vault.isClosed())
        XCTAssertFalse(try Bench.text(of: bench.base).contains(try QuickWrap().make(behind: Bench.passphrase).wrapped))
    }

    // MARK: - Whatever stops it

    func testAStopAtAnyStepLosesNothingAndTheSameCommandGoesOn() throws {
        for isOpening in [false, true] {
            var stops = 0
            for steps in 0..<200 {
                let fuse = Fuse()
                let (store, files) = (MemoryStore(), MemoryFiles(fuse))
                let bench = Bench(FusedStore(store, fuse), files, given: Bench.passphrase)
                try bench.store.write { for number in 0..<420 { try $0.put(Page(number, "\(Bench.word) \(number)")) } }
                for number in 0..<5 { files.put("Photos/\(number).jpg", Array("\(Bench.word) \(number)".utf8)) }
                let before = try Self.seen(bench.store)
                if isOpening { _ = try bench.vault.lock(Bench.passphrase) }
                let work = { (bench: Bench) in
                    _ = try isOpening ? bench.vault.openForGood(Bench.passphrase) : bench.vault.lock(Bench.passphrase)
                }
                fuse.set(steps)
                let isStopped = (try? work(bench)) == nil
                fuse.set(.max)
                let next = bench.again(given: Bench.passphrase)
                XCTAssertEqual(try Self.seen(next.store), before, "\(isOpening), \(steps)")
                if isStopped {
                    stops += 1
                    // Opening for good may have been over all the same.
                    if try next.vault.isThere() || !isOpening { try work(next) }
                }
                let end = bench.again(given: Bench.passphrase)
                XCTAssertEqual(try Self.seen(end.store), before, "\(isOpening), \(steps)")
                XCTAssertEqual(try Bench.text(of: store).contains(Bench.word), isOpening, "\(isOpening), \(steps)")
                for (path, bytes) in files.all {
                    let text = String(decoding: bytes, as: UTF8.self)
                    XCTAssertEqual(text.contains(Bench.word), isOpening, "\(isOpening), \(steps), \(path)")
                }
                if !isStopped { break }
            }
            XCTAssertGreaterThan(stops, 10)
        }
    }

    func testAStopWhileThePassphraseIsChangedLeavesOneOfBoth() throws {
        for steps in 0..<4 {
            let fuse = Fuse()
            let bench = Bench(FusedStore(MemoryStore(), fuse))
            try bench.store.write { try $0.put(Page(1, Bench.word)) }
            _ = try bench.vault.lock(Bench.passphrase)
            fuse.set(steps)
            let isDone = (try? bench.vault.change(from: Bench.passphrase, to: "another passphrase")) != nil
            fuse.set(.max)
            let (old, new) = (bench.again(given: Bench.passphrase), bench.again(given: "another passphrase"))
            XCTAssertNotEqual(try old.vault.isClosed(), try new.vault.isClosed())
            if isDone { XCTAssertFalse(try new.vault.isClosed()) }
        }
    }

    func testOneProcessLocksAtATimeAndOthersWriteMeanwhile() throws {
        let files = MemoryFiles()
        let bench = Bench(MemoryStore(), files, given: Bench.passphrase)
        let held = try files.hold()
        withExtendedLifetime(held) { XCTAssertEqual(failure { try bench.vault.lock(Bench.passphrase) }, "vaultBusy") }
        for number in 0..<850 { try bench.store.write { try $0.put(Page(number, Bench.word)) } }
        let other = bench.again(given: Bench.passphrase)
        let released = MemoryFiles()
        let parallel = Bench(bench.base, released, ring: bench.ring, given: Bench.passphrase)
        var written = 900
        _ = try parallel.vault.lock(Bench.passphrase) { _ in
            try? other.store.write { try $0.put(Page(written, Bench.word)) }
            written += 1
        }
        XCTAssertGreaterThan(written, 902)
        XCTAssertFalse(try Bench.text(of: bench.base).contains(Bench.word))
        XCTAssertEqual(try other.store.read { try $0.records(Page.byDay.all).count }, 850 + written - 900)
    }

    func testADraftThatAnEditorLeftIsNotLocked() throws {
        let files = MemoryFiles()
        files.leave(draft: "2026-11-20.txt")
        XCTAssertEqual(failure { try Bench(MemoryStore(), files).vault.lock(Bench.passphrase) }, "vaultLeftovers")
        XCTAssertFalse(try Bench(MemoryStore(), files).vault.isThere())
    }

    func testDamageIsNamedAndTakesNothingElseAlong() throws {
        let bench = Bench(given: Bench.passphrase)
        for number in 0..<3 { try bench.store.write { try $0.put(Page(number, Bench.word)) } }
        _ = try bench.vault.lock(Bench.passphrase)
        let bundle = try XCTUnwrap(bench.base.engine.allRecords().first { $0.address.collection == "vault.bundles" })
        for payload in [#"{"id":"x","sealed":"AAAA"}"#, #"{"id":"x","sealed":"%%%"}"#] {
            try bench.base.engine.write {
                try $0.put(
                    StoredRecord(
                        address: bundle.address,
                        stamp: Stamp(generation: 0, deleted: false, time: $0.time, device: $0.device), payloadVersion: 1,
                        entries: [], payload: Data(payload.utf8)))
            }
            let fresh = bench.again(given: Bench.passphrase)
            XCTAssertEqual(failure { try fresh.store.read { try $0.record(Page(1, "").id) } }, "vaultDamaged")
        }
    }

    func testAPassphraseMustBeOne() {
        for text in [
            "", "   ", "short", "aaaaaaaaaaaa", "two\nlines of it", "tab\tin between", String(repeating: "ab c", count: 400),
        ] {
            XCTAssertEqual(failure { try Passphrase.checked(text) }, "vaultWeakPassphrase", text)
        }
        XCTAssertEqual(try Passphrase.checked("four words of chance\n"), "four words of chance")
        XCTAssertEqual(try Passphrase.checked("caf\u{65}\u{301} au lait"), try Passphrase.checked("caf\u{E9} au lait"))
    }
}
