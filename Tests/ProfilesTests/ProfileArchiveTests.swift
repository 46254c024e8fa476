import Foundation
import Kernel
import Profiles
import Storage
import XCTest

/// Tests the export file of a profile.
final class ProfileArchiveTests: XCTestCase {
    func testExportRoundTrips() throws {
        var random = RandomSource(seed: 7)
        for _ in 0..<20 {
            let store = MemoryStore()
            let other = MemoryStore()
            let profile = try family(store).add(
                named: "Mina", ProfileChange(avatar: "🐯", belt: "9k", mode: .mastery, dailyGoal: 15))
            try fill(store.scoped(to: profile.partition), &random)
            let bytes = try family(store).export(profile)
            let twin = try family(other).importArchive(bytes, of: [Paper.collection])
            XCTAssertEqual(
                try store.scoped(to: profile.partition).archive(), try other.scoped(to: twin.partition).archive())
            XCTAssertEqual([twin.name, twin.avatar, twin.belt, twin.mode.rawValue], ["Mina", "🐯", "9k", "mastery"])
        }
    }

    func testImportNumbersTakenNames() throws {
        let family = family(MemoryStore())
        let bytes = try family.export(family.add(named: "Mina"))
        XCTAssertEqual(try family.importArchive(bytes, of: [Paper.collection]).name, "Mina 2")
        XCTAssertEqual(try family.importArchive(bytes, of: [Paper.collection]).name, "Mina 3")
    }

    func testNumberedNamesRespectProfileAndLengthLimits() throws {
        for length in [1, 36, 37, 38, 39, 40] {
            let family = family(MemoryStore())
            let name = String(repeating: "x", count: length)
            let bytes = try family.export(family.add(named: name))
            for number in 2...Family.limit {
                XCTAssertEqual(
                    try family.importArchive(bytes, of: [Paper.collection]).name, "\(name.prefix(38)) \(number)")
            }
            XCTAssertEqual(code { _ = try family.importArchive(bytes, of: [Paper.collection]) }, .tooManyProfiles)
        }
    }

    func testDamagedArchiveChangesNothing() throws {
        var random = RandomSource(seed: 3)
        let store = MemoryStore()
        let profile = try family(store).add(named: "Mina")
        try fill(store.scoped(to: profile.partition), &random)
        let bytes = try family(store).export(profile)
        let other = MemoryStore()
        for _ in 0..<400 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            XCTAssertThrowsError(try family(other).importArchive(damaged, of: [])) {
                XCTAssertEqual(($0 as? Failure)?.kind, .badData)
            }
            XCTAssertThrowsError(
                try family(other).importArchive(
                    Array(bytes.prefix(Int.random(in: 0..<bytes.count - 2, using: &random))), of: []))
        }
        XCTAssertEqual(try family(other).members().count, 0)
        XCTAssertEqual(try other.exportEverything().count, 0)
    }

    func testForeignAndNewerArchivesAreRefused() throws {
        let family = family(MemoryStore())
        for (text, code) in [
            ("", "archiveDamaged"), ("[]", "archiveDamaged"),
            ("{\"format\":\"other\",\"version\":1}", "archiveForeign"),
            ("{\"format\":\"commonplace-profile\",\"version\":2}", "archiveNewer"),
        ] {
            XCTAssertThrowsError(try family.importArchive(Array(text.utf8), of: [])) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code)
            }
        }
    }
}
