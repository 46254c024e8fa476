import Files
import Kernel
import Programs
import Storage
import Sync
import SyncAdapters
import SyncTesting
import TestSupport
import XCTest

/// The content of a folder for a reader without the key.
final class EncryptedFolderTests: XCTestCase {
    private let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    private let clock = ManualClock()
    private var home: Home?
    private var place = ""
    private var work = ""

    override func setUpWithError() throws {
        try XCTSkipIf(programs.find("age") == nil, "the program age is not installed")
        let home = try Home()
        self.home = home
        place = home.path("place")
        work = home.path("work")
    }

    override func tearDownWithError() throws { home = nil }

    private func device(_ name: String, titled title: String, at path: String, _ seal: any Seal) -> (
        store: MemoryStore, replica: Replica
    ) {
        let store = MemoryStore(device: name) { [clock] in clock.now }
        var settings = SyncSettings(
            account: AccountKey.sample().account, title: title,
            kinds: [Note.collection, Entry.collection, Shot.collection, FileRecord.collection])
        settings.leastCollected = 20_000
        let transport = FolderTransport(path, mayMake: true)
        let ids = IDSource.counting(prefix: name)
        return (
            store, Replica(of: store, at: transport, seal: seal, settings: settings, ids: ids) { [clock] in clock.now }
        )
    }

    /// Returns every file of the folder by its relative path.
    private func files(_ path: String) throws -> [String: [UInt8]] {
        let all = try XCTUnwrap(FileManager.default.enumerator(atPath: path))
        var filesByPath: [String: [UInt8]] = [:]
        for case let name as String in all {
            if let bytes = FileManager.default.contents(atPath: "\(path)/\(name)") { filesByPath[name] = Array(bytes) }
        }
        return filesByPath
    }

    private func meet(_ path: String, _ seal: any Seal) throws {
        let phone = device("a", titled: "Mina's phone", at: path, seal)
        let tablet = device("b", titled: "Kitchen tablet", at: path, seal)
        for number in 0..<120 {
            clock.advance(seconds: 1)
            let device = number % 3 == 0 ? tablet : phone
            let text = "planted\(number) a swim in the lake with Otto, before breakfast and without a towel"
            try device.store.scoped(to: Partition(rawValue: "profile-mina")).write {
                try $0.put(Entry(id: .init("swim\(number)"), day: number, text: text))
            }
            if number % 10 == 0 { for device in [phone, tablet] { try device.replica.round() } }
        }
        try sharePhoto(path, phone, tablet, seal is Unsealed ? nil : .sample())
        for device in [phone, tablet, phone, tablet] { XCTAssertEqual(try device.replica.round().troubles, []) }
        XCTAssertEqual(
            try tablet.store.scoped(to: Partition(rawValue: "profile-mina")).read {
                try $0.records(Entry.byDay.all).count
            }, 120)
    }

    /// Syncs a photo from the phone to the tablet.
    private func sharePhoto(
        _ path: String, _ phone: (MemoryStore, Replica), _ tablet: (MemoryStore, Replica), _ key: AccountKey?
    )
        throws
    {
        let own = MemoryFileHome()
        let others = MemoryFileHome()
        let photo = "Photos/planted-swim"
        try own.save(photo) { try $0(Array("planted photo of Otto at the lake".utf8)) }
        try phone.0.write { try $0.put(Shot(id: "s", path: photo)) }
        for ((store, replica), home) in [(phone, own), (phone, own), (tablet, others), (tablet, others)] {
            let files = SyncableFiles(named: {
                try store.read { try $0.records(Selection<Shot>.all) }.map { SyncableFile(path: $0.path) }
            }) { _ in true }
            let exchange = FileExchange(
                of: replica, at: FolderFiles(path, mayMake: true), home: home, drafts: MemoryFiles(), files: files,
                key: key)
            try exchange.round(after: replica.round())
        }
        XCTAssertEqual(try others.size(of: photo), 33)
    }

    func testFolderContainsNoPlainText() throws {
        try meet(place, AgeSeal(.sample(), of: programs, workingIn: work))
        let sealed = try files(place)
        XCTAssertGreaterThan(sealed.count, 4)
        XCTAssertTrue(sealed.keys.contains { $0.hasPrefix("snapshots/") }, "no snapshot was created")
        XCTAssertTrue(sealed.keys.contains { $0.hasPrefix("files/") }, "no photo was uploaded")
        let planted = [
            "planted", "swim", "photo of", "Photos", "Otto", "profile-mina", "Mina", "phone", "Kitchen", "entries",
            "notes",
            "payload", "AGE-SECRET",
        ]
        for (name, bytes) in sealed {
            for word in planted {
                XCTAssertFalse(name.contains(word), name)
                XCTAssertFalse(bytes.contains(Array(word.utf8)), "\(word) stands in \(name)")
            }
        }
        // The same data without encryption contains all words, so the test can detect them.
        try meet(place + "2", Unsealed())
        let open = try files(place + "2")
        for word in planted.dropLast() where word != "notes" {
            XCTAssertTrue(
                open.contains { $0.value.contains(Array(word.utf8)) || $0.key.contains(word) }, "\(word) is nowhere")
        }
    }

    /// Two changed records of different lengths have the same size of less than 2 kB.
    func testChangedRecordIsSmallAndHidesItsLength() throws {
        let phone = device("a", titled: "Mina's phone", at: place, AgeSeal(.sample(), of: programs, workingIn: work))
        var sizes: [Int] = []
        for text in ["x", String(repeating: "a swim in the lake ", count: 16)] {
            let before = Set(try files(place).keys)
            clock.advance(seconds: 1)
            try phone.store.write { try $0.put(Note(id: "one", text: text)) }
            try phone.replica.round()
            sizes += try files(place).filter {
                !before.contains($0.key) && $0.key.hasSuffix("-\(sizes.count + 1).jsonl")
            }.map(
                \.value.count)
        }
        XCTAssertEqual(sizes.count, 2)
        XCTAssertLessThan(sizes.max() ?? .max, 2_000, "\(sizes)")
        // The size of the header lines varies randomly.
        XCTAssertLessThan(abs(sizes[0] - sizes[1]), 150, "\(sizes)")
        print("one record as it is sent: \(sizes) bytes; card \(try files(place)["devices/a1/card.jsonl"]?.count ?? 0)")
    }

    /// Many encrypted records need little more space than plain ones.
    func testEncryptionAddsLittleSpace() throws {
        let bytes = try ([AgeSeal(.sample(), of: programs, workingIn: work), Unsealed()] as [any Seal]).enumerated().map
        {
            number, seal in
            let phone = device("a", titled: "Mina's phone", at: "\(place)\(number)", seal)
            try phone.store.write { transaction in
                for number in 0..<2_000 {
                    try transaction.put(Note(id: .init("n\(number)"), text: "a day at the lake \(number)"))
                }
            }
            try phone.replica.round()
            return try files("\(place)\(number)").values.reduce(0) { $0 + $1.count }
        }
        print("2,000 records: sealed \(bytes[0]), open \(bytes[1]) bytes")
        XCTAssertLessThan(Double(bytes[0]), Double(bytes[1]) * 1.12)
    }
}
