import Foundation
import Kernel
import KernelContract
import Profiles
import ProfilesContract
import Storage
import TestBench
import XCTest

final class FamilyTests: XCTestCase {
    func testEveryRepositoryKeepsTheContract() throws {
        let folder = try temporaryFolder()
        var number = 0
        let overMemory = ProfileRepositoryContract.over { StoredProfileRepository(MemoryStore()) }
        let overFiles = ProfileRepositoryContract.over {
            number += 1
            return StoredProfileRepository(try FileStore(directory: "\(folder)/\(number)", now: { .zero }))
        }
        for broken in overMemory.brokenPromises() + overFiles.brokenPromises() { XCTFail(broken.description) }
    }

    func testARepositoryThatKeepsWhatFailedBreaksTheContract() throws {
        let contract = ProfileRepositoryContract.over { HastyRepository(MemoryStore()) }
        let broken = contract.brokenPromises().map(\.promise)
        XCTAssertTrue(broken.contains("changes nothing when a unit of work fails"), "\(broken)")
    }

    /// Six at most, names that differ, somebody active: whatever is done in whatever order, the family is what counting by hand says.
    func testTheRulesHoldWhateverIsDone() throws {
        for seed in 0..<20 {
            var random = RandomSource(seed: UInt64(seed))
            let family = family(seed == 0 ? try FileStore(directory: temporaryFolder(), now: { .zero }) : MemoryStore())
            var (kept, active): ([(id: Identifier<Profile>, name: String)], Identifier<Profile>?) = ([], nil)
            for step in 0..<60 {
                let (name, place) = (
                    ["Zoé", "ZOE\u{301}", "a", "A", "b", "c", "d", "e", "F"].randomElement(using: &random) ?? "",
                    "\(seed) \(step)"
                )
                let isTaken = { (id: Identifier<Profile>?) in
                    kept.contains {
                        $0.id != id && $0.name.lowercased() == name.precomposedStringWithCanonicalMapping.lowercased()
                    }
                }
                let one = kept.randomElement(using: &random)
                let profile = try one.flatMap { one in try family.members().first { $0.id == one.id } }
                switch (Int.random(in: 0..<6, using: &random), profile) {
                case (0...2, _):
                    let wanted: Failure.Code? = kept.count == 6 ? .tooManyProfiles : isTaken(nil) ? .profileNameTaken : nil
                    XCTAssertEqual(code { kept.append((try family.add(named: name).id, name)) }, wanted, place)
                    if kept.count == 1, wanted == nil { active = kept[0].id }
                case (3, let profile?):
                    let wanted: Failure.Code? = isTaken(profile.id) ? .profileNameTaken : nil
                    XCTAssertEqual(code { _ = try family.change(profile, ProfileChange(name: name)) }, wanted, place)
                    if wanted == nil { kept = kept.map { $0.id == profile.id ? ($0.id, name) : $0 } }
                case (4, let profile?):
                    try family.activate(profile)
                    active = profile.id
                case (_, let profile?):
                    try family.remove(profile)
                    kept.removeAll { $0.id == profile.id }
                    if active == profile.id { active = nil }
                    for act in [family.remove, family.activate, { _ = try family.change($0, ProfileChange(dailyGoal: 1)) }] {
                        XCTAssertEqual(code { try act(profile) }, .profileNotFound, place)
                    }
                default: break
                }
                XCTAssertEqual(try family.members().map(\.id), kept.map(\.id), place)
                XCTAssertEqual(
                    try family.members().map(\.name), kept.map(\.name.precomposedStringWithCanonicalMapping), place)
                XCTAssertEqual(try family.activeIfAny()?.id, kept.first { $0.id == active }?.id ?? kept.first?.id, place)
            }
        }
    }

    private func code(_ body: () throws -> Void) -> Failure.Code? {
        do { try body() } catch { return (error as? Failure)?.code ?? .init("\(error)") }
        return nil
    }

    func testTheFirstRunMakesStudentOnce() throws {
        let family = family(MemoryStore())
        XCTAssertNil(try family.activeIfAny())
        XCTAssertEqual(try family.active().name, "Student")
        XCTAssertEqual(try family.active().belt, "10k")
        XCTAssertEqual(try family.members().count, 1)
    }

    func testTheSeventhProfileIsToldWhatToDo() throws {
        let family = family(MemoryStore())
        for number in 1...6 { _ = try family.add(named: "P\(number)") }
        XCTAssertThrowsError(try family.add(named: "P7")) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code, .tooManyProfiles)
            XCTAssertTrue(failure?.advice.contains("profile export") == true)
        }
        XCTAssertEqual(try family.members().count, 6)
    }

    func testNamesOfAnyScriptAndNothingElse() throws {
        // One letter may wear marks, but 64 bytes at most: the house's rule of typed text.
        let marked = { (marks: Int) in "ab" + String(repeating: "\u{0489}", count: marks) }
        for name in ["x", "김민아", "Ölgiy", "محمد", "李", "👨‍👩‍👧 Family", "a\u{200C}b", String(repeating: "x", count: 40), marked(31)] {
            let family = family(MemoryStore())
            XCTAssertEqual(try family.add(named: "  \(name) ").name, name.precomposedStringWithCanonicalMapping)
        }
        for name in [
            "", "   ", String(repeating: "x", count: 41), marked(32), marked(320), "a\u{1B}[31m", "a\nb", "a\u{202E}b", "\u{0}",
            "a\u{FFFD}", "a\u{AD}b",
        ] {
            XCTAssertThrowsError(try family(MemoryStore()).add(named: name), name) {
                XCTAssertEqual(($0 as? Failure)?.code, .profileNameInvalid)
                XCTAssertEqual(($0 as? Failure)?.kind, .badData)
            }
        }
    }

    func testWhatIsOutOfRangeIsRefusedAndChangesNothing() throws {
        let family = family(MemoryStore())
        let profile = try family.active()
        for change in [
            ProfileChange(avatar: "two"), ProfileChange(belt: "99k"), ProfileChange(dailyGoal: 0), ProfileChange(dailyGoal: 501),
            ProfileChange(variant: String(repeating: "v", count: 65)),
        ] {
            XCTAssertThrowsError(try family.change(profile, change))
            XCTAssertEqual(try family.active(), profile)
        }
        XCTAssertEqual(try family.change(profile, ProfileChange(belt: "9k", dailyGoal: 500)).belt, "9k")
        let longest = String(repeating: "v", count: 64)
        XCTAssertEqual(try family.change(profile, ProfileChange(variant: longest)).variant, longest)
    }

    func testAnExportComesBackExactly() throws {
        var random = RandomSource(seed: 7)
        for _ in 0..<20 {
            let (store, other) = (MemoryStore(), MemoryStore())
            let profile = try family(store).add(
                named: "Mina", ProfileChange(avatar: "🐯", belt: "9k", mode: .mastery, dailyGoal: 15))
            try fill(store.scoped(to: profile.partition), &random)
            let bytes = try family(store).export(profile)
            let twin = try family(other).importArchive(bytes, of: [Paper.collection])
            XCTAssertEqual(try store.scoped(to: profile.partition).archive(), try other.scoped(to: twin.partition).archive())
            XCTAssertEqual([twin.name, twin.avatar, twin.belt, twin.mode.rawValue], ["Mina", "🐯", "9k", "mastery"])
        }
    }

    func testImportingTwiceGivesANumberedName() throws {
        let family = family(MemoryStore())
        let bytes = try family.export(family.add(named: "Mina"))
        XCTAssertEqual(try family.importArchive(bytes, of: [Paper.collection]).name, "Mina 2")
        XCTAssertEqual(try family.importArchive(bytes, of: [Paper.collection]).name, "Mina 3")
    }

    func testANumberedNameIsFoundUntilTheHouseIsFullAndKeepsToItsLimit() throws {
        for length in [1, 36, 37, 38, 39, 40] {
            let family = family(MemoryStore())
            let name = String(repeating: "x", count: length)
            let bytes = try family.export(family.add(named: name))
            for number in 2...Family.limit {
                XCTAssertEqual(try family.importArchive(bytes, of: [Paper.collection]).name, "\(name.prefix(37)) \(number)")
            }
            XCTAssertEqual(code { _ = try family.importArchive(bytes, of: [Paper.collection]) }, .tooManyProfiles)
        }
    }

    func testWhoWasActiveAndIsDeletedIsNoLongerChosen() throws {
        let store = MemoryStore()
        let (family, repository) = (family(store), StoredProfileRepository(store))
        let (first, second, third) = try (family.add(named: "A"), family.add(named: "B"), family.add(named: "C"))
        try family.activate(third)
        try family.remove(second)
        XCTAssertEqual(try family.active(), third)
        try family.remove(third)
        XCTAssertNil(try repository.read { try $0.chosen() })
        XCTAssertEqual(try family.active(), first)
        try family.remove(first)
        XCTAssertNil(try family.activeIfAny())
        XCTAssertEqual(try family.active().name, Family.firstName)
    }

    func testADamagedArchiveIsRefusedWhole() throws {
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
                try family(other).importArchive(Array(bytes.prefix(Int.random(in: 0..<bytes.count - 2, using: &random))), of: []))
        }
        XCTAssertEqual(try family(other).members().count, 0)
        XCTAssertEqual(try other.exportEverything().count, 0)
    }

    func testAForeignOrNewerArchiveIsRefused() throws {
        let family = family(MemoryStore())
        for (text, code) in [
            ("", "archiveDamaged"), ("[]", "archiveDamaged"), ("{\"format\":\"other\",\"version\":1}", "archiveForeign"),
            ("{\"format\":\"commonplace-profile\",\"version\":2}", "archiveNewer"),
        ] {
            XCTAssertThrowsError(try family.importArchive(Array(text.utf8), of: [])) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code)
            }
        }
    }

    func testDeletingErasesEverythingAndUndoBringsItBack() throws {
        var random = RandomSource(seed: 9)
        let store = MemoryStore()
        let family = family(store)
        let (mina, zoe) = (try family.add(named: "Mina"), try family.add(named: "Zoe"))
        for profile in [mina, zoe] { try fill(store.scoped(to: profile.partition), &random) }
        let before = try store.scoped(to: mina.partition).archive()
        let others = try store.scoped(to: zoe.partition).archive()
        try family.remove(mina)
        XCTAssertEqual(try store.scoped(to: mina.partition).archive(), [])
        XCTAssertEqual(try store.scoped(to: zoe.partition).archive(), others)
        XCTAssertEqual(try family.active().name, "Zoe")
        _ = try store.undoLast()
        XCTAssertEqual(try store.scoped(to: mina.partition).archive(), before)
        XCTAssertEqual(try family.active().name, "Mina")
    }

    func testSixAtOnceAndNotOneMore() throws {
        let store = try FileStore(directory: temporaryFolder(), now: { .zero })
        let family = family(store)
        DispatchQueue.concurrentPerform(iterations: 12) { number in _ = try? family.add(named: "P\(number)") }
        XCTAssertEqual(try family.members().count, 6)
    }

    // MARK: - What the tests share

    /// One character may be made of many: up to 64 bytes of them.
    func testAnAvatarIsOneCharacterOfAtMost64Bytes() throws {
        let family = family(MemoryStore())
        for (avatar, wanted) in [("é", nil), ("e", Failure.Code.avatarInvalid)] {
            let heavy = avatar + String(repeating: "\u{301}", count: avatar == "é" ? 31 : 32)
            XCTAssertEqual(heavy.count, 1)
            XCTAssertEqual(
                code { _ = try family.add(named: avatar, ProfileChange(avatar: heavy)) }, wanted, "\(heavy.utf8.count)")
        }
    }

    private func family(_ store: any Store) -> Family {
        let repository = StoredProfileRepository(store)
        return Family(
            repository: repository, grades: .test, theme: "classic", ids: .timeOrdered(now: { .zero }, random: .system()),
            time: .fixed(.zero))
    }

    private func fill(_ store: any Store, _ random: inout RandomSource) throws {
        let papers = (0..<Int.random(in: 1...40, using: &random)).map { number in
            Paper(
                id: Identifier("p\(number)"), text: ["한글", "\"quoted\"", "a\nb", "🥋", ""].randomElement(using: &random) ?? "",
                number: Double.random(in: -5...5, using: &random))
        }
        try store.write { try $0.put(contentsOf: papers) }
    }

    private func temporaryFolder() throws -> String {
        let home = try Home()
        addTeardownBlock { _ = home }
        return home.path
    }
}

private struct Paper: Storable {
    let id: Identifier<Paper>
    let text: String
    let number: Double
    static let collection = RecordCollection<Paper>("test.papers", indexes: [Index<Paper, String>.ordered("text") { $0.text }])
}

/// Keeps what a unit of work did before it failed.
private struct HastyRepository: ProfileRepository {
    private let inner: StoredProfileRepository
    init(_ store: any Store) { inner = StoredProfileRepository(store) }
    func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value { try inner.read(body) }
    func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try inner.write(undo: label) { records in Result { try body(records) } }.get()
    }
}

extension Instant {
    fileprivate static let zero = Instant(milliseconds: 0)
}

extension Grades {
    /// Ten student grades.
    static let test: Grades = Grades(
        lowest: { "10k" },
        parse: { text in
            guard (1...10).contains(where: { "\($0)k" == text }) else {
                throw Failure(.init("unknownBelt"), "There is no grade “\(text)”.", kind: .usage)
            }
            return text
        }, title: { $0 }, all: { (1...10).reversed().map { "\($0)k" } })
}
