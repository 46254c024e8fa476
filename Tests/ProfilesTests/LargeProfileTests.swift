import Foundation
import Kernel
import Profiles
import Storage
import XCTest

/// Somebody with more than one transaction holds: exported, deleted, brought back either way, and gone for good.
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

    func testAnExportComesBackAndWhatWasDeletedComesBack() throws {
        for store in try stores() {
            let family = family(store)
            let mina = try family.add(named: "Mina")
            try papers(store.scoped(to: mina.partition))
            let theirs = try store.scoped(to: mina.partition).archive()
            let bytes = try family.export(mina)
            XCTAssertEqual(String(decoding: bytes, as: UTF8.self).count { $0 == "\n" }, Self.many + 2, "a record a line")

            try family.remove(mina)
            XCTAssertEqual(try family.members(), [])
            XCTAssertEqual(try store.scoped(to: mina.partition).archive(), [])
            XCTAssertEqual(try store.undoLast().label, "Deleted the profile “Mina” and everything in it")
            XCTAssertEqual(try store.scoped(to: mina.partition).archive(), theirs)
            XCTAssertEqual(try family.members(), [mina])

            let twin = try bringIn(bytes, to: family)
            XCTAssertEqual(twin.name, "Mina 2")
            XCTAssertEqual(try store.scoped(to: twin.partition).archive(), theirs)
            XCTAssertEqual(try store.undoLast().label, "Added the profile “Mina 2”")
            XCTAssertEqual(try family.members(), [mina])
            XCTAssertEqual(try store.scoped(to: twin.partition).archive(), [])

            let other = try bringIn(bytes, to: family)
            try store.scoped(to: other.partition).write { try $0.put(Paper(id: "p7", text: "mine", number: 0)) }
            XCTAssertEqual(code { _ = try store.undoLast() }, .changedSince)
            XCTAssertEqual(try store.scoped(to: other.partition).archive().count, Self.many)
            XCTAssertEqual(try store.engine.inspect().findings.count, 0)
            try store.close()
        }
    }

    func testNoByteIsLeftOfALargeProfileThatIsPurgedNorOfWhatCouldBeUndone() throws {
        let folder = try temporaryFolder()
        let store = try FileStore(directory: folder + "/store", now: { .zero })
        let family = family(store)
        let (mina, zoe) = (try family.add(named: "Mina"), try family.add(named: "Zoe"))
        try store.scoped(to: zoe.partition).write { try $0.put(Paper(id: "z", text: "hers", number: 1)) }
        try papers(store.scoped(to: mina.partition))
        // What stood there before an import that went over it is kept, and goes along.
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

    func testAnImportOverWhatIsThereIsTakenBackAndMakesRoomWhenItIsForgotten() throws {
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
            let mine = try space.archive()
            XCTAssertNotEqual(mine, before)
            try store.importEverything(collections: [Paper.collection]) { next.take() }
            XCTAssertEqual(try space.archive(), try copy.archive())
            _ = try store.undoLast()
            XCTAssertEqual(try space.archive(), mine)
            next = try copy.archive().map { ExportedRecord(partition: space.partition, record: $0) }
            try store.importEverything(collections: [Paper.collection]) { next.take() }
            let filled = try store.engine.inspect().records
            for number in 0..<UndoStep.kept {
                try store.write(undo: "Wrote \(number)") { try $0.put(Paper(id: "x", text: "\(number)", number: 0)) }
            }
            XCTAssertEqual(try store.undoSteps().count, UndoStep.kept)
            XCTAssertEqual(try store.engine.inspect().records, filled + 1 + UndoStep.kept - 2, "its part went with its step")
        }
    }

    /// What is handed in is let go: a command tells how far it is through a closure that does not outlive it.
    func testNothingIsHeldOfAnImportThatIsOver() throws {
        final class Watch {}
        for store in try stores() {
            let family = family(store)
            let mina = try family.add(named: "Mina")
            try papers(store.scoped(to: mina.partition))
            let bytes = try family.export(mina)
            weak var seen: Watch?
            for isWhole in [true, false] {
                do {
                    let watch = Watch()
                    seen = watch
                    var rest = isWhole ? bytes[...] : bytes.dropLast(9)
                    func next() throws -> [UInt8]? {
                        withExtendedLifetime(watch) {}
                        guard !rest.isEmpty else { return nil }
                        defer { rest = rest.dropFirst(65_536) }
                        return Array(rest.prefix(65_536))
                    }
                    let again = { next }
                    XCTAssertEqual(
                        code { _ = try family.importArchive(of: [Paper.collection], again: again, next) },
                        isWhole ? nil : Failure.Code("archiveDamaged"))
                }
                XCTAssertNil(seen, "whole: \(isWhole)")
            }
        }
    }

    /// Cut anywhere, between records and in the middle of one, a file is refused and nothing has changed.
    func testAFileThatIsCutAnywhereIsRefused() throws {
        let store = try FileStore(directory: temporaryFolder() + "/store", now: { .zero })
        let family = family(store)
        let mina = try family.add(named: "Mina")
        try papers(store.scoped(to: mina.partition), 4_300)
        let bytes = try family.export(mina)
        let before = try store.exportEverything()
        let ends = bytes.indices.filter { bytes[$0] == 10 }
        var chance = RandomSource(seed: 14)
        let step = ProcessInfo.processInfo.environment["COMMONPLACE_KILLS"] == nil ? 1000 : 100
        let cuts = stride(from: 0, to: ends.count, by: step).flatMap { record in
            [ends[record], ends[record] + 1, Int.random(in: 0..<bytes.count - 2, using: &chance)]
        }
        for cut in cuts + [0, 1, bytes.count - 3] {
            XCTAssertEqual(
                code { _ = try bringIn(Array(bytes[..<cut]), to: family) }, Failure.Code("archiveDamaged"), "cut at \(cut)")
        }
        XCTAssertEqual(try store.exportEverything(), before)
        XCTAssertEqual(try store.undoSteps().count, 1)
        XCTAssertEqual(try store.engine.inspect().findings.count, 0)
    }

    private func bringIn(_ bytes: [UInt8], to family: Family) throws -> Profile {
        var rest = bytes[...]
        return try family.importArchive(of: [Paper.collection]) {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(65_536) }
            return Array(rest.prefix(65_536))
        }
    }
}
