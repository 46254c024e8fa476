import Content
import ContentAdapters
import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// Import of Anki packages. `Tools/anki` tests exports with Anki itself.
final class AnkiTests: XCTestCase {
    private static let words = [
        "door of the hall|도장 문|dojang mun|10k|basics|", "easy stance|쉬운 서기||9k|basics|",
        "elbow guard|팔굽 막기|palkup makgi|9k|blocks|", "mirror|거울|keoul|9k|basics|", "wall & bars|늑목||9k|basics|",
    ]

    private func failure(_ body: () throws -> Void, line: UInt = #line) -> Failure? {
        do { try body() } catch { return error as? Failure }
        XCTFail("nothing is thrown", line: line)
        return nil
    }

    /// Exports of Anki 26.9: a current package, a legacy package and plain text. Fields contain
    /// markup, a script and sounds.
    func testAnkiExportsAreImported() throws {
        for name in ["new.apkg", "legacy.apkg", "notes.txt"] {
            let fixture = OwnWordsFixture()
            let imported = try fixture.importFile(OwnWordsFixture.golden(name))
            XCTAssertEqual(imported.rejectedRows.map { "\($0.place): \($0.failure.message)" }, [], name)
            XCTAssertEqual(try fixture.wordRows(), AnkiTests.words, name)
            XCTAssertEqual(try fixture.importFile(OwnWordsFixture.golden(name)).presentCount, 5, name)
        }
    }

    func testAMissingProgramIsNamed() throws {
        let withoutPrograms = AnkiPackages.programs(ProgramPath(path: "/nowhere")) { Instant(milliseconds: 0) }
        let bytes = try OwnWordsFixture.golden("legacy.apkg")
        for body in [
            { _ = try withoutPrograms.read(bytes) }, { _ = try withoutPrograms.write(AnkiDeck(name: "x", of: [])) },
        ] {
            let failure = failure(body)
            XCTAssertEqual([failure?.code.text, failure?.kind.rawValue], ["missingProgram", "missingProgram"])
            XCTAssertEqual(failure?.advice, "Install it: apt-get install sqlite3")
        }
        // Current packages also need zstd.
        let home = try Home()
        try FileManager.default.createSymbolicLink(
            atPath: home.path("sqlite3"), withDestinationPath: try XCTUnwrap(OwnWordsFixture.programs.find("sqlite3")))
        let one = AnkiPackages.programs(ProgramPath(path: home.path)) { Instant(milliseconds: 0) }
        XCTAssertEqual(
            failure { _ = try one.read(OwnWordsFixture.golden("new.apkg")) }?.advice, "Install it: apt-get install zstd"
        )
        XCTAssertEqual(try one.read(bytes).notes.count, 5)
    }

    func testInvalidPackagesAreRejected() throws {
        let cases: [(String, [UInt8], String)] = [
            ("no ZIP", Array("PK is how I begin".utf8), "notAPackage"), ("an empty ZIP", zip([]), "notAPackage"),
            ("no collection", zip([("media", Array("{}".utf8))]), "notAPackage"),
            ("no database", zip([("collection.anki2", Array("hello".utf8))]), "notAPackage"),
            ("an empty database", zip([("collection.anki2", [])]), "notAPackage"),
            ("no zstd", zip([("collection.anki21b", Array("hello".utf8))]), "notAPackage"),
            ("a way out", zip([("collection.anki2", []), ("../evil", [1])]), "notAPackage"),
            ("a way to the root", zip([("/etc/passwd", [1])]), "notAPackage"),
            ("a way of Windows", zip([("..\\evil", [1])]), "notAPackage"),
        ]
        for (name, bytes, code) in cases {
            XCTAssertEqual(failure { _ = try OwnWordsFixture.packages.read(bytes) }?.code.text, code, name)
        }
        XCTAssertTrue(
            failure { _ = try OwnWordsFixture.packages.read(cases[6].1) }?.message.contains("“../evil”") ?? false)
    }

    /// Entries with a wrong size, a huge size, and highly compressed zeros.
    func testDecompressionBombsAreRejected() throws {
        var lying = zip([("collection.anki2", Array(repeating: 0, count: 5_000))])
        let size = try XCTUnwrap(lying.indices.last { lying[$0...].starts(with: [0x50, 0x4B, 1, 2]) }) + 24
        for value in [UInt32(0xFFFF_FFFF), 100] {
            for byte in 0..<4 { lying[size + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte))) }
            XCTAssertNotNil(failure { _ = try OwnWordsFixture.packages.read(lying) })
        }
        let zstd = try XCTUnwrap(OwnWordsFixture.programs.find("zstd"))
        let home = try Home()
        let result = try ProgramCall(
            "/bin/sh", ["-c", "head -c 400000000 /dev/zero | \(zstd) -q -c > \(home.path("bomb"))"]
        ).run()
        XCTAssertEqual(result.ending, .exited(0))
        let bomb = zip([("collection.anki21b", [UInt8](try home.bytes("bomb")))])
        XCTAssertLessThan(bomb.count, 100_000)
        XCTAssertEqual(failure { _ = try OwnWordsFixture.packages.read(bomb) }?.code.text, "packageTooLarge")
    }

    /// Views that write files, generated columns that load extensions.
    func testMaliciousDatabasesExecuteNothing() throws {
        let home = try Home()
        let evil = home.path("evil")
        let cases = [
            "CREATE TABLE col(models); CREATE VIEW notes AS SELECT 1 AS id, 2 AS mid, 'g' AS guid, '' AS tags, writefile('\(evil)', 'x') AS flds;",
            "CREATE VIEW col AS SELECT writefile('\(evil)', 'x') AS models; CREATE TABLE notes(id, mid, guid, tags, flds);",
            "CREATE TABLE notes(id, mid, guid, tags, flds AS (load_extension('x'))); CREATE TABLE col(models);",
        ]
        let sqlite = try XCTUnwrap(OwnWordsFixture.programs.find("sqlite3"))
        for (number, statements) in cases.enumerated() {
            _ = try ProgramCall(sqlite, ["-batch", home.path("\(number).db")], input: Array(statements.utf8)).run()
            let package = zip([("collection.anki2", [UInt8]((try? home.bytes("\(number).db")) ?? Data()))])
            do { let deck = try OwnWordsFixture.packages.read(package); XCTAssertEqual(deck.notes.count, 0) } catch {
                XCTAssertEqual((error as? Failure)?.code.text, "notAPackage", "\(number)")
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: evil), "\(number)")
        }
    }

    func testTooManyNotesAreRejected() throws {
        let home = try Home()
        let sqlite = try XCTUnwrap(OwnWordsFixture.programs.find("sqlite3"))
        let statements = """
            CREATE TABLE col(models); CREATE TABLE notes(id integer primary key, mid, guid, tags, flds);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) INSERT INTO notes SELECT i, 1, '', '', 'a' FROM n;
            """
        _ = try ProgramCall(sqlite, ["-batch", home.path("many.db")], input: Array(statements.utf8)).run().succeeded()
        let package = zip([("collection.anki2", [UInt8](try home.bytes("many.db")))])
        let failure = failure { _ = try OwnWordsFixture.packages.read(package) }
        XCTAssertEqual(failure?.code.text, "tooManyRows")
        XCTAssertEqual(failure?.message, "The package has 1000000 notes; at most 100,000 are imported.")
    }

    /// Changes, removes or inserts bytes at random.
    func testCorruptedPackagesNeverCrash() throws {
        var random = RandomSource(seed: 21)
        for name in ["legacy.apkg", "new.apkg"] {
            let good = try OwnWordsFixture.golden(name)
            for _ in 0..<40 {
                var bytes = good
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 2..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.removeLast(min(bytes.count - 4, Int.random(in: 1...200, using: &random)))
                    default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                    }
                }
                do {
                    let deck = try OwnWordsFixture.packages.read(bytes); XCTAssertLessThanOrEqual(deck.notes.count, 5)
                } catch {
                    XCTAssertTrue(error is Failure, "\(error)")
                }
            }
        }
    }

    /// Compresses repetitive and random text at several levels.
    func testDeflatedEntriesAreInflated() throws {
        var random = RandomSource(seed: 3)
        let home = try Home()
        let sqlite = try XCTUnwrap(OwnWordsFixture.programs.find("sqlite3"))
        for round in 0..<6 {
            let texts = (0..<300).map { _ in
                (0..<Int.random(in: 1...20, using: &random)).map { _ in
                    round % 2 == 0 ? "guard" : String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 36)
                }.joined(separator: " ")
            }
            let rows = texts.enumerated().map { "INSERT INTO notes VALUES(\($0),1,'','','\($1)');" }.joined()
            let file = home.path("\(round).db")
            _ = try ProgramCall(
                sqlite, ["-batch", file],
                input: Array(
                    "CREATE TABLE col(models);CREATE TABLE notes(id integer primary key,mid,guid,tags,flds);BEGIN;\(rows)COMMIT;"
                        .utf8)
            ).run().succeeded()
            let database = [UInt8](try home.bytes("\(round).db"))
            // gzip adds 10 bytes before and 8 bytes after the deflated data.
            let gzip = try XCTUnwrap(OwnWordsFixture.programs.find("gzip"))
            let packed = try ProgramCall(gzip, ["-n", "-c", "-\([1, 9, 6, 3, 9, 1][round])"], input: database).run()
                .output
            let notes = try OwnWordsFixture.packages.read(
                zip([("collection.anki2", database)], packed: Array(packed.dropFirst(10).dropLast(8)))
            ).notes
            XCTAssertEqual(notes.map(\.fields), texts.map { [$0] })
        }
    }

    /// Returns a ZIP archive of stored entries, or of one deflated entry.
    private func zip(_ entries: [(name: String, bytes: [UInt8])], packed: [UInt8]? = nil) -> [UInt8] {
        var all = [UInt8]()
        var directory = [UInt8]()
        for (name, bytes) in entries {
            let size = (packed ?? bytes).count
            let facts = [
                (20, 2), (0, 2), (packed == nil ? 0 : 8, 2), (0, 4), (checksum(bytes), 4), (size, 4), (bytes.count, 4),
                (name.utf8.count, 2), (0, 2),
            ]
            directory += littleEndian([(0x0201_4B50, 4), (20, 2)] + facts + [(0, 10), (all.count, 4)])
            directory += Array(name.utf8)
            all += littleEndian([(0x0403_4B50, 4)] + facts)
            all += Array(name.utf8) + (packed ?? bytes)
        }
        let end = [
            (0x0605_4B50, 4), (0, 4), (entries.count, 2), (entries.count, 2), (directory.count, 4), (all.count, 4),
            (0, 2),
        ]
        return all + directory + littleEndian(end)
    }

    private func littleEndian(_ numbers: [(value: Int, bytes: Int)]) -> [UInt8] {
        numbers.flatMap { number in
            (0..<number.bytes).map { UInt8(truncatingIfNeeded: $0 < 8 ? number.value >> (8 * $0) : 0) }
        }
    }

    private func checksum(_ bytes: [UInt8]) -> Int {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return Int(~value)
    }
}
