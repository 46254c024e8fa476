import Foundation
import Kernel
import Media
import Pictures
import PicturesContract
import Terminal
import TerminalContract
import XCTest

/// Adding, showing, checking and removing.
final class ClubMediaTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")
    private let png = PhotoMaker.png(30, 40)

    func testAFileIsThereBeforeItsRecordAndAFailureLeavesNeither() throws {
        let shelf = FailingShelf()
        let bench = Bench(shelf: shelf)
        shelf.fail(true)
        XCTAssertThrowsError(try bench.add(move))
        XCTAssertEqual(try bench.media.attachments(), [])
        shelf.fail(false)
        let added = try bench.add(move)
        XCTAssertEqual(try bench.shelf.contents().map(\.path), [added.place])
        XCTAssertThrowsError(try bench.media.add(ByteSource(name: "a.jpg", png), to: move))
        XCTAssertThrowsError(try bench.media.add(ByteSource(name: "", png), to: move, note: "a\u{1B}b"))
        XCTAssertEqual(try bench.shelf.contents().count, 1)
    }

    /// Whatever is added, removed, undone and swept: every record has its file, and every file that is not young a record.
    func testRecordsAndFilesFitTogether() throws {
        for seed in 0..<60 {
            var chance = RandomSource(seed: UInt64(seed))
            let bench = Bench()
            for _ in 0..<25 {
                let all = try bench.media.attachments()
                switch Int.random(in: 0..<5, using: &chance) {
                case 0, 1: _ = try bench.add(move)
                case 2: if let one = all.randomElement(using: &chance) { try bench.media.remove(one.id) }
                case 3: _ = try? bench.store.undoLast()
                default:
                    bench.clock.advance(seconds: 1800)
                    _ = try bench.media.sweep()
                }
                let check = try bench.media.check(isDeep: true)
                if check.rows.contains(where: { $0.state != .good }) {
                    // Undo may bring back a record whose file was swept an hour later; nothing else may.
                    XCTAssertTrue(check.rows.allSatisfy { $0.state != .damaged }, "seed \(seed)")
                }
            }
            bench.clock.advance(seconds: 7200)
            _ = try bench.media.sweep()
            let (rows, kept) = (try bench.media.check(isDeep: true).rows, try bench.shelf.contents())
            XCTAssertEqual(rows.filter { $0.state == .good }.count, kept.count, "seed \(seed)")
        }
    }

    func testACheckNamesWhatIsDamagedAndWhatWentAway() throws {
        let bench = Bench()
        let whole = try bench.add(move)
        let (damaged, missing) = (
            try bench.add(move),
            try bench.add(move)
        )
        for attachment in [damaged, missing] { try bench.shelf.remove(XCTUnwrap(attachment.place)) }
        try bench.shelf.keep(XCTUnwrap(damaged.place)) { try $0(Array(png.reversed())) }
        let states = Dictionary(
            uniqueKeysWithValues: try bench.media.check(isDeep: true).rows.map { ($0.attachment.id, $0.state) })
        XCTAssertEqual(states, [whole.id: .good, damaged.id: .damaged, missing.id: .missing])
        XCTAssertEqual(try bench.media.check(isDeep: false).findings().count, 1, "its size is right")
        XCTAssertThrowsError(try bench.media.path(of: missing)) { XCTAssertEqual(($0 as? Failure)?.code, .mediaMissing) }
        let run = try bench.run("media", "check", "--json")
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.error.contains("2 of 3 files are not as they were added"), run.error)
        for id in [whole.id, missing.id] { try bench.media.remove(id) }
        XCTAssertTrue(try bench.run("media", "check").error.contains("1 of 1 file is not as it was added"))
    }

    func testTheFrontAtNormalSpeedComesFirst() throws {
        let bench = Bench()
        var ids: [String: Identifier<Attachment>] = [:]
        for (name, angle, speed) in [
            ("back", Attachment.Angle.back, Attachment.Speed?.some(.normal)), ("plain", nil, nil), ("slow", .front, .slow),
            ("best", .front, .normal),
            ("front", .front, nil),
        ] {
            ids[name] = try bench.add(move, angle: angle, speed: speed).id
            bench.clock.advance(seconds: 1)
        }
        XCTAssertEqual(
            try bench.media.demonstrations(of: move).map(\.id), ["best", "front", "slow", "plain", "back"].compactMap { ids[$0] })
        XCTAssertEqual(try bench.media.demonstrations(of: Subject(.move, "chon-ji/33")), [])
    }

    func testAFileIsLeftOverAfterAnHourAndNotBefore() throws {
        let bench = Bench()
        try bench.media.remove(bench.add(move).id)
        bench.clock.advance(seconds: 3599.999)
        XCTAssertEqual(try bench.media.check(isDeep: false).orphans.count, 0)
        bench.clock.advance(seconds: 0.001)
        XCTAssertEqual(
            try bench.media.check(isDeep: false).findings().map(\.message),
            ["1 file belongs to nothing and takes \(counted(png.count, "byte")); `media sweep` removes them."])
        XCTAssertEqual(try bench.media.sweep().count, 1)
    }

    func testAListHasNumbersOnTheRight() throws {
        let bench = Bench()
        try bench.add(move)
        let large = png + [UInt8](repeating: 0, count: 150_000)
        _ = try bench.media.add(ByteSource(name: "", large), to: move)
        let lines = try bench.run("media", "list").output.split(separator: "\n")
        XCTAssertEqual(lines[2...3].map { $0.suffix(10) }, ["    1.3 kB", "    151 kB"])
    }

    func testSizeAndShapeAreAdvice() throws {
        let bench = Bench()
        XCTAssertEqual(
            try bench.media.add(ByteSource(name: "", MovieMaker.gif(width: 1, height: 1)), to: move).warnings, [])
        for (width, height, isAdvised) in [
            (300, 400, true), (400, 300, true), (101, 100, true), (100, 101, true), (103, 100, false), (100, 103, false),
            (311, 400, false), (412, 300, false),
        ] {
            let added = try bench.media.add(ByteSource(name: "", MovieMaker.gif(width: width, height: height)), to: move)
            XCTAssertEqual(added.warnings.isEmpty, isAdvised, "\(width) × \(height)")
        }
        let large = png + [UInt8](repeating: 0, count: 250_500 - png.count)
        XCTAssertEqual(try bench.media.add(ByteSource(name: "", large), to: move).warnings, [])
        let diagram = try bench.media.add(ByteSource(name: "", large), to: Subject(.pattern, "chon-ji"))
        XCTAssertEqual(diagram.warnings, ["It is 251 KB large; 200 KB are advised for a diagram."])
        let wide = try bench.media.add(ByteSource(name: "", MovieMaker.gif(width: 16, height: 9)), to: move)
        XCTAssertEqual(wide.warnings, ["It is 16 × 9; 3:4, 4:3 or 1:1 are advised."])
        XCTAssertEqual(
            try bench.media.add(ByteSource(name: "", MovieMaker.movie(width: 1600, height: 900)), to: move).warnings, [])
    }

    func testARehearsalWritesNothing() throws {
        let real = MemoryShelf<MediaPlace> { .earliest }
        let bench = Bench(shelf: RehearsedShelf(over: real) { .earliest })
        let added = try bench.add(move)
        XCTAssertEqual(try real.contents(), [])
        XCTAssertThrowsError(try bench.media.path(of: added), "no program can show what was only rehearsed")
    }

    // MARK: - Commands

    func testEveryCommandKeepsTheRulesOfTheCommandLine() throws {
        let rules = CommandRules(app: "dojang", commands: try Bench().app.shell().allCommands) {
            let bench = Bench()
            try bench.add(Subject(.move, "chon-ji/3"))
            return bench.subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testWhatIsAddedIsListedShownAndRemoved() throws {
        let bench = Bench()
        let added = try bench.run(
            "media", "add", "a.png", "--to", "chon-ji/3", "--angle", "front", "--speed", "slow", "--note", "left foot first",
            "--json")
        XCTAssertEqual(added.status, 0, added.error)
        let one = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(added.output.utf8)) as? [String: Any])
        XCTAssertEqual(
            Set(one.keys),
            [
                "id", "subject", "kind", "format", "width", "height", "seconds", "bytes", "angle", "speed", "phase", "note",
                "fileName",
                "addedAt", "path",
                "warnings",
            ])
        XCTAssertEqual(one["angle"] as? String, "front")
        XCTAssertEqual(try bench.run("media", "list", "--to", "chon-ji/3", "--plain").output.split(separator: "\n").count, 1)
        XCTAssertEqual(try bench.run("media", "add", "-", "--to", "chon-ji/3", files: ["-": MovieMaker.gif()]).status, 0)
        XCTAssertEqual(try bench.run("media", "add", "a.png").status, 64)
        XCTAssertEqual(try bench.run("media", "add", "a.png", "--to", "nothing").status, 64)
        XCTAssertEqual(try bench.run("media", "add", "b.png", "--to", "chon-ji/3").status, 66)
        XCTAssertEqual(try bench.run("media", "add", "-", "--to", "chon-ji/3", files: ["-": Array("text".utf8)]).status, 65)
        XCTAssertEqual(try bench.run("media", "remove", "file1", "--yes").status, 0)
        XCTAssertEqual(try bench.run("media", "show", "file1").status, 64)
        _ = try bench.run("undo")
        XCTAssertEqual(try bench.run("media", "show", "ile1").status, 0)
    }
}

/// A shelf whose disk is full when a test says so.
private final class FailingShelf: BlobShelf {
    private let kept = MemoryShelf<MediaPlace> { .earliest }
    private let isFull = Flag()

    func fail(_ now: Bool) { isFull.set(now) }
    func keep(_ path: MediaPlace, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        if isFull.value { throw Failure(.mediaNotKept, "The disk is full.", kind: .cannotCreate) }
        try kept.keep(path, fill: fill)
    }
    func source(at path: MediaPlace) throws -> ByteSource { try kept.source(at: path) }
    func remove(_ path: MediaPlace) throws { try kept.remove(path) }
    func contents() throws -> [Blob<MediaPlace>] { try kept.contents() }
    func file(at path: MediaPlace) -> String? { nil }
}
