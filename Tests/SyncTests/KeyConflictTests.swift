import Kernel
import Storage
import Sync
import TestSupport
import XCTest

/// Records with the same unique key from two devices, where both are kept and one is renamed.
final class KeyConflictTests: XCTestCase {
    /// A record with a unique name, which a conflict renames.
    private struct Sign: Storable, Hashable {
        let id: Identifier<Sign>
        var name: String
        var text: String

        static let byName = Index<Sign, String>.unique("name") { $0.name }
        static let collection = RecordCollection<Sign>(
            "signs", indexes: [byName],
            resolveDuplicateKey: { sign, attempt in
                var moved = sign
                moved.name = "\(sign.name.prefix(1)) \(attempt)"
                return moved
            })
    }

    private final class Device {
        let store: MemoryStore
        let replica: Replica

        init(_ name: String, at place: any SyncTransport, _ ids: IDSource, _ clock: ManualClock) {
            store = MemoryStore(device: name) { clock.now }
            var settings = SyncSettings(account: "mina", title: name, kinds: [Sign.collection])
            settings.batch.records = 3
            replica = Replica(of: store, at: place, settings: settings, ids: ids) { clock.now }
        }

        func signs() throws -> [Sign] { try store.read { try $0.records(Sign.byName.all) } }
    }

    private let clock = ManualClock()

    private func devices(_ count: Int, _ place: MemoryTransport = MemoryTransport()) -> [Device] {
        let ids = IDSource.counting(prefix: "d")
        return (0..<count).map { Device("e\($0)", at: place, ids, clock) }
    }

    private func meet(_ devices: [Device]) throws {
        for _ in 0..<12 {
            var isQuiet = true
            for device in devices { isQuiet = try device.replica.round() == SyncReport() && isQuiet }
            if isQuiet { return }
        }
        XCTFail("the devices do not converge")
    }

    func testBothRecordsRemainAndLaterOneIsRenamed() throws {
        let place = MemoryTransport()
        let annas = ["a", "b"]
        for order in [[0, 1], [1, 0]] {
            let both = devices(2, order == [0, 1] ? place : MemoryTransport())
            for (device, id) in zip(both, annas) {
                try device.store.write { try $0.put(Sign(id: Identifier(id), name: "A", text: id)) }
            }
            for number in order { try both[number].replica.round() }
            try meet(both)
            for device in both {
                XCTAssertEqual(try device.signs().map(\.name), ["A", "A 2"])
                XCTAssertEqual(try device.signs().map(\.text), ["a", "b"])
                XCTAssertEqual(try device.replica.recovered(), [], "nothing was lost")
                XCTAssertEqual(try device.replica.waiting(), 0)
            }
        }
    }

    func testRenamedRecordCanBeRenamedByUser() throws {
        let both = devices(2)
        for (device, id) in zip(both, ["a", "b"]) {
            try device.store.write { try $0.put(Sign(id: Identifier(id), name: "A", text: id)) }
        }
        try meet(both)
        clock.advance(seconds: 1)
        try both[1].store.write { try $0.put(Sign(id: "b", name: "Berta", text: "b")) }
        try meet(both)
        for device in both { XCTAssertEqual(try device.signs().map(\.name), ["A", "Berta"]) }
    }

    /// After random changes on two to four devices all devices agree, names are unique, and no
    /// record is lost.
    func testRandomChangesConvergeWithoutLoss() throws {
        for seed in 0..<60 {
            var random = RandomSource(seed: UInt64(seed))
            func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
            let all = devices(2 + draw(3))
            var (made, deleted): (Set<String>, Set<String>) = ([], [])
            for _ in 0..<30 {
                clock.advance(seconds: Double(draw(3)))
                let device = all[draw(all.count)]
                let names = ["A", "B", "A 2", "A 3"]
                switch draw(10) {
                case ..<4:
                    let id = "s\(made.count)"
                    let sign = Sign(id: Identifier(String(id.reversed())), name: names[draw(4)], text: id)
                    do {
                        try device.store.write { try $0.put(sign) }
                        made.insert(sign.id.rawValue)
                    } catch let failure as Failure where failure.code == .duplicateKey {}
                case ..<6:
                    guard var sign = try device.signs().randomElement(using: &random) else { continue }
                    sign.name = names[draw(4)]
                    let changed = sign
                    do { try device.store.write { try $0.put(changed) } } catch let failure as Failure
                        where failure.code == .duplicateKey
                    {}
                case 6:
                    guard draw(3) == 0, let sign = try device.signs().randomElement(using: &random) else { continue }
                    try device.store.write { _ = try $0.delete(sign.id) }
                    deleted.insert(sign.id.rawValue)
                default: try device.replica.round()
                }
            }
            try meet(all)
            let signs = try all[0].signs()
            for device in all { XCTAssertEqual(try device.signs(), signs, "seed \(seed)") }
            XCTAssertEqual(Set(signs.map(\.name)).count, signs.count)
            XCTAssertEqual(Set(signs.map(\.id.rawValue)), made.subtracting(deleted), "seed \(seed)")
        }
    }
}
