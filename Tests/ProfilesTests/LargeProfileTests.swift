import Foundation
import Kernel
import Profiles
import Storage
import XCTest

/// Tests profiles with more records than one transaction: export, deletion, undo, import, purge.
final class LargeProfileTests: XCTestCase {
    private static let many = 4_100

    private func papers(_ store: any Store, _ count: Int = many) throws {
        for start in stride(from: 0, to: count, by: 1500) {
            try store.write { transaction in
                try transaction.put(
                    contentsOf: (start..<min(start + 1500, count)).map {
                        Paper(id: Identifier("p\($0)"), text: "Zauberwort \($0)", number: Double($0) / 7)
                    })
            }
        }
    }

    private func stores() throws -> [any Store] {
        [MemoryStore(), try FileStore(directory: temporaryFolder() + "/store", now: { .zero })]
    }

    func testLargeProfileExportDeleteUndoAndImport() throws {
        for store in try stores() {
            let family = family(store)
            let mina = try family.add(named: "Mina")
            try papers(store.scoped(to: mina.partition))
            let records = try store.scoped(to: mina.partition).archive()
            let bytes = try family.export(mina)
            XCTAssertEqual(
                String(decoding: bytes, as: UTF8.self).count { $0 == "\n" }, Self.many + 2, "one record per line")

            try family.remove(mina)
            XCTAssertEqual(try family.members(), [])
            XCTAssertEqual(try store.scoped(to: mina.partition).archive(), [])
            XCTAssertEqual(try store.undoLast().label, "Deleted the profile “Mina” and everything in it")
            XCTAssertEqual(try store.scoped(to: mina.partition).archive(), records)
            XCTAssertEqual(try family.members(), [mina])

            let twin = try importEntries(bytes, to: family)
            XCTAssertEqual(twin.name, "Mina 2")
            XCTAssertEqual(try store.scoped(to: twin.partition).archive(), records)
            XCTAssertEqual(try store.undoLast().label, "Added the profile “Mina 2”")
            XCTAssertEqual(try family.members(), [mina])
            XCTAssertEqual(try store.scoped(to: twin.partition).archive(), [])

            let other = try importEntries(bytes, to: family)
            try store.scoped(to: other.partition).write { try $0.put(Paper(id: "p7", text: "mine", number: 0)) }
            XCTAssertEqual(code { _ = try store.undoLast() }, .changedSince)
            XCTAssertEqual(try store.scoped(to: other.partition).archive().count, Self.many)
            XCTAssertEqual(try store.engine.inspect().findings.count, 0)
            try store.close()
        }
    }

    func testPurgeErasesRecordsAndUndoData() throws {
        let folder = try temporaryFolder()
        let store = try FileStore(directory: folder + "/store", now: { .zero })
        let family = family(store)
        let mina = try family.add(named: "Mina")
        let zoe = try family.add(named: "Zoe")
        try store.scoped(to: zoe.partition).write { try $0.put(Paper(id: "z", text: "hers", number: 1)) }
        try papers(store.scoped(to: mina.partition))
        // The import keeps the previous records for undo. Purging must delete these too.
        let old = try store.scoped(to: mina.partition).archive()
        var next: [ExportedRecord]? = old.map { ExportedRecord(partition: mina.partition, record: $0) }
        try store.importEverything(collections: [Paper.collection]) { next.take() }
        XCTAssertEqual(try store.undoSteps().first?.label, "Imported \(Self.many) records")
        try family.purge(mina)
        XCTAssertEqual(try family.members(), [zoe])
        XCTAssertEqual(try store.scoped(to: zoe.partition).archive().count, 1)
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)")
            XCTAssertNil(bytes?.range(of: Data("Zauberwort".utf8)), file)
        }
        XCTAssertEqual(try store.engine.inspect().findings.count, 0)
    }

    func testBulkImportCanBeUndoneAndItsUndoDataExpires() throws {
        for store in try stores() {
            let space = store.scoped(to: Partition(rawValue: "space"))
            try papers(space, 3)
            let before = try space.archive()
            let copy = MemoryStore()
            try papers(copy)
            var next: [ExportedRecord]? = try copy.archive().map {
                ExportedRecord(partition: space.partition, record: $0)
            }
            try space.write { try $0.put(Paper(id: "p1", text: "mine", number: 0)) }
            let archive = try space.archive()
            XCTAssertNotEqual(archive, before)
            try store.importEverything(collections: [Paper.collection]) { next.take() }
            XCTAssertEqual(try space.archive(), try copy.archive())
            _ = try store.undoLast()
            XCTAssertEqual(try space.archive(), archive)
            next = try copy.archive().map { ExportedRecord(partition: space.partition, record: $0) }
            try store.importEverything(collections: [Paper.collection]) { next.take() }
            let filled = try store.engine.inspect().records
            for number in 0..<UndoStep.capacity {
                try store.write(undo: "Wrote \(number)") { try $0.put(Paper(id: "x", text: "\(number)", number: 0)) }
            }
            XCTAssertEqual(try store.undoSteps().count, UndoStep.capacity)
            XCTAssertEqual(
                try store.engine.inspect().records, filled + 1 + UndoStep.capacity - 2,
                "the undo data is deleted with its step")
        }
    }

    /// The progress closure of a command must not outlive the import.
    func testFinishedImportReleasesItsClosures() throws {
        final class Token {}
        for store in try stores() {
            let family = family(store)
            let mina = try family.add(named: "Mina")
            try papers(store.scoped(to: mina.partition))
            let bytes = try family.export(mina)
            weak var released: Token?
            for isWhole in [true, false] {
                do {
                    let token = Token()
                    released = token
                    var rest = isWhole ? bytes[...] : bytes.dropLast(9)
                    func next() throws -> [UInt8]? {
                        withExtendedLifetime(token) {}
                        guard !rest.isEmpty else { return nil }
                        defer { rest = rest.dropFirst(65_536) }
                        return Array(rest.prefix(65_536))
                    }
                    let again = { next }
                    XCTAssertEqual(
                        code { _ = try family.importArchive(of: [Paper.collection], restart: again, next) },
                        isWhole ? nil : Failure.Code("archiveDamaged"))
                }
                XCTAssertNil(released, "whole: \(isWhole)")
            }
        }
    }

    /// A file that is cut between or inside records is refused and changes nothing.
    func testTruncatedArchiveIsRefused() throws {
        let store = try FileStore(directory: temporaryFolder() + "/store", now: { .zero })
        let family = family(store)
        let mina = try family.add(named: "Mina")
        try papers(store.scoped(to: mina.partition), 4_300)
        let bytes = try family.export(mina)
        let before = try store.exportEverything()
        let ends = bytes.indices.filter { bytes[$0] == 10 }
        var random = RandomSource(seed: 14)
        let step = ProcessInfo.processInfo.environment["COMMONPLACE_KILLS"] == nil ? 1000 : 100
        let cuts = stride(from: 0, to: ends.count, by: step).flatMap { record in
            [ends[record], ends[record] + 1, Int.random(in: 0..<bytes.count - 2, using: &random)]
        }
        for length in cuts + [0, 1, bytes.count - 3] {
            XCTAssertEqual(
                code { _ = try importEntries(Array(bytes[..<length]), to: family) }, Failure.Code("archiveDamaged"),
                "cut at \(length)")
        }
        XCTAssertEqual(try store.exportEverything(), before)
        XCTAssertEqual(try store.undoSteps().count, 1)
        XCTAssertEqual(try store.engine.inspect().findings.count, 0)
    }

    private func importEntries(_ bytes: [UInt8], to family: Family) throws -> Profile {
        var rest = bytes[...]
        return try family.importArchive(of: [Paper.collection]) {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(65_536) }
            return Array(rest.prefix(65_536))
        }
    }
}
