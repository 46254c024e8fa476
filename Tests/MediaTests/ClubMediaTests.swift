import Foundation
import Interface
import Kernel
import Media
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// Adding, showing, checking and removing attachments.
final class ClubMediaTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")
    private let png = PhotoMaker.png(30, 40)

    func testFailedAddLeavesNoFileAndNoRecord() throws {
        let blobStore = FailingBlobStore()
        let fixture = Fixture(blobStore: blobStore)
        blobStore.fail(true)
        XCTAssertThrowsError(try fixture.add(move))
        XCTAssertEqual(try fixture.media.attachments(), [])
        blobStore.fail(false)
        let added = try fixture.add(move)
        XCTAssertEqual(try fixture.blobStore.contents().map(\.path), [added.path])
        XCTAssertThrowsError(try fixture.media.add(ByteSource(name: "a.jpg", png), to: move))
        XCTAssertThrowsError(try fixture.media.add(ByteSource(name: "", png), to: move, note: "a\u{1B}b"))
        XCTAssertEqual(try fixture.blobStore.contents().count, 1)
    }

    /// After random additions, removals, undos and sweeps, every record has its file and every
    /// older file a record.
    func testRecordsAndFilesStayConsistent() throws {
        for seed in 0..<60 {
            var random = RandomSource(seed: UInt64(seed))
            let fixture = Fixture()
            for _ in 0..<25 {
                let all = try fixture.media.attachments()
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1: _ = try fixture.add(move)
                case 2: if let one = all.randomElement(using: &random) { try fixture.media.remove(one.id) }
                case 3: _ = try? fixture.store.undoLast()
                default:
                    fixture.clock.advance(seconds: 1800)
                    _ = try fixture.media.sweep()
                }
                let check = try fixture.media.check(isDeep: true)
                if check.rows.contains(where: { $0.state != .good }) {
                    // Only undo can restore a record whose file was swept an hour later.
                    XCTAssertTrue(check.rows.allSatisfy { $0.state != .damaged }, "seed \(seed)")
                }
            }
            fixture.clock.advance(seconds: 7200)
            _ = try fixture.media.sweep()
            let rows = try fixture.media.check(isDeep: true).rows
            let contents = try fixture.blobStore.contents()
            XCTAssertEqual(rows.filter { $0.state == .good }.count, contents.count, "seed \(seed)")
        }
    }

    func testCheckFindsDamagedAndMissingFiles() throws {
        let fixture = Fixture()
        let added = try fixture.add(move)
        let damaged = try fixture.add(move)
        let missing = try fixture.add(move)
        for attachment in [damaged, missing] { try fixture.blobStore.remove(XCTUnwrap(attachment.path)) }
        try fixture.blobStore.save(XCTUnwrap(damaged.path)) { try $0(Array(png.reversed())) }
        let states = Dictionary(
            uniqueKeysWithValues: try fixture.media.check(isDeep: true).rows.map { ($0.attachment.id, $0.state) })
        XCTAssertEqual(states, [added.id: .good, damaged.id: .damaged, missing.id: .missing])
        XCTAssertEqual(try fixture.media.check(isDeep: false).findings().count, 1, "only the size is compared")
        XCTAssertThrowsError(try fixture.media.path(of: missing)) {
            XCTAssertEqual(($0 as? Failure)?.code, .mediaMissing)
        }
        let run = try fixture.run("media", "check", "--json")
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.error.contains("2 of 3 files are not as they were added"), run.error)
        for id in [added.id, missing.id] { try fixture.media.remove(id) }
        XCTAssertTrue(try fixture.run("media", "check").error.contains("1 of 1 file is not as it was added"))
    }

    func testFrontAngleAtNormalSpeedIsFirst() throws {
        let fixture = Fixture()
        var ids: [String: Identifier<Attachment>] = [:]
        for (name, angle, speed) in [
            ("back", Attachment.Angle.back, Attachment.Speed?.some(.normal)), ("plain", nil, nil),
            ("slow", .front, .slow),
            ("best", .front, .normal),
            ("front", .front, nil),
        ] {
            ids[name] = try fixture.add(move, angle: angle, speed: speed).id
            fixture.clock.advance(seconds: 1)
        }
        XCTAssertEqual(
            try fixture.media.demonstrations(of: move).map(\.id),
            ["best", "front", "slow", "plain", "back"].compactMap { ids[$0] })
        XCTAssertEqual(try fixture.media.demonstrations(of: Subject(.move, "chon-ji/33")), [])
    }

    func testUnreferencedFileIsAnOrphanAfterAnHour() throws {
        let fixture = Fixture()
        try fixture.media.remove(fixture.add(move).id)
        fixture.clock.advance(seconds: 3599.999)
        XCTAssertEqual(try fixture.media.check(isDeep: false).orphans.count, 0)
        fixture.clock.advance(seconds: 0.001)
        XCTAssertEqual(
            try fixture.media.check(isDeep: false).findings().map(\.message),
            ["1 file belongs to nothing and takes \(counted(png.count, "byte")); `media sweep` removes them."])
        XCTAssertEqual(try fixture.media.sweep().count, 1)
    }

    func testListAlignsSizesRight() throws {
        let fixture = Fixture()
        try fixture.add(move)
        let large = png + [UInt8](repeating: 0, count: 150_000)
        _ = try fixture.media.add(ByteSource(name: "", large), to: move)
        let lines = try fixture.run("media", "list").output.split(separator: "\n")
        XCTAssertEqual(lines[2...3].map { $0.suffix(10) }, ["    1.3 kB", "    151 kB"])
    }

    /// Shapes may differ by 2 %. A move may have 300 KB, a diagram 200 KB. A video may have any
    /// shape.
    func testUnadvisedSizeAndShapeGiveWarnings() throws {
        let fixture = Fixture()
        XCTAssertEqual(
            try fixture.media.add(ByteSource(name: "", MovieMaker.gif(width: 1, height: 1)), to: move).warnings, [])
        for (width, height, isAdvised) in [
            (300, 400, true), (400, 300, true), (101, 100, true), (100, 101, true), (103, 100, false),
            (100, 103, false),
            (311, 400, false), (412, 300, false),
        ] {
            let added = try fixture.media.add(
                ByteSource(name: "", MovieMaker.gif(width: width, height: height)), to: move)
            XCTAssertEqual(added.warnings.isEmpty, isAdvised, "\(width) × \(height)")
        }
        let large = png + [UInt8](repeating: 0, count: 250_500 - png.count)
        XCTAssertEqual(try fixture.media.add(ByteSource(name: "", large), to: move).warnings, [])
        let diagram = try fixture.media.add(ByteSource(name: "", large), to: Subject(.pattern, "chon-ji"))
        XCTAssertEqual(diagram.warnings, ["It is 251 KB large; 200 KB are advised for a diagram."])
        let wide = try fixture.media.add(ByteSource(name: "", MovieMaker.gif(width: 16, height: 9)), to: move)
        XCTAssertEqual(wide.warnings, ["It is 16 × 9; 3:4, 4:3 or 1:1 are advised."])
        XCTAssertEqual(
            try fixture.media.add(ByteSource(name: "", MovieMaker.movie(width: 1600, height: 900)), to: move).warnings,
            [])
    }

    func testDryRunWritesNothing() throws {
        let real = MemoryBlobStore<MediaPath> { .earliest }
        let fixture = Fixture(blobStore: DryRunBlobStore(over: real) { .earliest })
        let added = try fixture.add(move)
        XCTAssertEqual(try real.contents(), [])
        XCTAssertThrowsError(try fixture.media.path(of: added), "a file of a dry run has no path")
    }

    // MARK: - Commands

    func testAllCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "dojang", commands: try Fixture().app.shell().allCommands) {
            let fixture = Fixture()
            try fixture.add(Subject(.move, "chon-ji/3"))
            return fixture.subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testAddListShowAndRemoveCommands() throws {
        let fixture = Fixture()
        let added = try fixture.run(
            "media", "add", "a.png", "--to", "chon-ji/3", "--angle", "front", "--speed", "slow", "--note",
            "left foot first",
            "--json")
        XCTAssertEqual(added.status, 0, added.error)
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(added.output.utf8)) as? [String: Any])
        XCTAssertEqual(
            Set(object.keys),
            [
                "id", "subject", "kind", "format", "width", "height", "seconds", "bytes", "angle", "speed", "phase",
                "note",
                "fileName",
                "addedAt", "path",
                "warnings",
            ])
        XCTAssertEqual(object["angle"] as? String, "front")
        XCTAssertEqual(
            try fixture.run("media", "list", "--to", "chon-ji/3", "--plain").output.split(separator: "\n").count, 1)
        XCTAssertEqual(
            try fixture.run("media", "add", "-", "--to", "chon-ji/3", files: ["-": MovieMaker.gif()]).status, 0)
        XCTAssertEqual(try fixture.run("media", "add", "a.png").status, 64)
        XCTAssertEqual(try fixture.run("media", "add", "a.png", "--to", "nothing").status, 64)
        XCTAssertEqual(try fixture.run("media", "add", "b.png", "--to", "chon-ji/3").status, 66)
        XCTAssertEqual(
            try fixture.run("media", "add", "-", "--to", "chon-ji/3", files: ["-": Array("text".utf8)]).status, 65)
        XCTAssertEqual(try fixture.run("media", "remove", "file1", "--yes").status, 0)
        XCTAssertEqual(try fixture.run("media", "show", "file1").status, 64)
        _ = try fixture.run("undo")
        XCTAssertEqual(try fixture.run("media", "show", "ile1").status, 0)
    }
}

/// A blob store that reports a full disk when a test asks for it.
private final class FailingBlobStore: BlobStore {
    private let kept = MemoryBlobStore<MediaPath> { .earliest }
    private let isFull = Flag()

    func fail(_ now: Bool) { isFull.set(now) }
    func save(_ path: MediaPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        if isFull.value { throw Failure(.mediaNotKept, "The disk is full.", kind: .cannotCreate) }
        try kept.save(path, fill: fill)
    }
    func source(at path: MediaPath) throws -> ByteSource { try kept.source(at: path) }
    func remove(_ path: MediaPath) throws { try kept.remove(path) }
    func contents() throws -> [Blob<MediaPath>] { try kept.contents() }
    func file(at path: MediaPath) -> String? { nil }
}
