import Foundation
import Kernel
import KernelTesting
import Profiles
import ProfilesTesting
import Storage
import TestSupport
import XCTest

final class FamilyTests: XCTestCase {
    func testRepositoriesKeepTheContract() throws {
        let folder = try temporaryFolder()
        var number = 0
        let overMemory = ProfileRepositoryContract.over { StoredProfileRepository(MemoryStore()) }
        let overFiles = ProfileRepositoryContract.over {
            number += 1
            return StoredProfileRepository(try FileStore(directory: "\(folder)/\(number)", now: { .zero }))
        }
        for broken in overMemory.brokenPromises() + overFiles.brokenPromises() { XCTFail(broken.description) }
    }

    func testContractFindsARepositoryWithoutRollback() throws {
        let contract = ProfileRepositoryContract.over { HastyRepository(MemoryStore()) }
        let broken = contract.brokenPromises().map(\.promise)
        XCTAssertTrue(broken.contains("a failed unit of work changes nothing"), "\(broken)")
    }

    /// The app removes its default profile unless a user changed it or added records.
    func testOnlyUnusedDefaultProfileIsRemoved() throws {
        let touches: [(String, isKept: Bool, (Family, Profile, any Store) throws -> Void)] = [
            ("as it was made", false, { _, _, _ in }),
            ("a goal", true, { family, profile, _ in _ = try family.change(profile, ProfileChange(dailyGoal: 15)) }),
            ("a name", true, { family, profile, _ in _ = try family.change(profile, ProfileChange(name: "Mina")) }),
            ("a child", true, { family, profile, _ in _ = try family.change(profile, ProfileChange(isChild: true)) }),
            (
                "something in it", true,
                { _, profile, store in
                    try store.scoped(to: profile.partition).write { try $0.put(Paper(id: "p", text: "t", number: 1)) }
                }
            ),
        ]
        for (name, isKept, touch) in touches {
            let store = MemoryStore()
            let family = family(store)
            let student = try family.active()
            _ = try family.add(named: "Jun")
            try touch(family, student, store)
            try family.removeUnusedProfile()
            XCTAssertEqual(try family.members().contains { $0.id == student.id }, isKept, name)
            XCTAssertTrue(try family.members().contains { $0.name == "Jun" }, "\(name): an added profile stays")
            XCTAssertEqual(try family.existingActive()?.id == student.id, isKept, name)
        }
    }

    /// Compares the family with a model: at most six profiles, unique names, one active profile.
    func testRandomChangesMatchAModel() throws {
        for seed in 0..<20 {
            var random = RandomSource(seed: UInt64(seed))
            let family = family(seed == 0 ? try FileStore(directory: temporaryFolder(), now: { .zero }) : MemoryStore())
            var (expected, active): ([(id: Identifier<Profile>, name: String)], Identifier<Profile>?) = ([], nil)
            for step in 0..<60 {
                let name = ["Zoé", "ZOE\u{301}", "a", "A", "b", "c", "d", "e", "F"].randomElement(using: &random) ?? ""
                let place = "\(seed) \(step)"
                let isTaken = { (id: Identifier<Profile>?) in
                    expected.contains {
                        $0.id != id && $0.name.lowercased() == name.precomposedStringWithCanonicalMapping.lowercased()
                    }
                }
                let id = expected.randomElement(using: &random)
                let profile = try id.flatMap { id in try family.members().first { $0.id == id.id } }
                switch (Int.random(in: 0..<6, using: &random), profile) {
                case (0...2, _):
                    let wanted: Failure.Code? =
                        expected.count == 6 ? .tooManyProfiles : isTaken(nil) ? .profileNameTaken : nil
                    XCTAssertEqual(code { expected.append((try family.add(named: name).id, name)) }, wanted, place)
                    if expected.count == 1, wanted == nil { active = expected[0].id }
                case (3, let profile?):
                    let wanted: Failure.Code? = isTaken(profile.id) ? .profileNameTaken : nil
                    XCTAssertEqual(code { _ = try family.change(profile, ProfileChange(name: name)) }, wanted, place)
                    if wanted == nil { expected = expected.map { $0.id == profile.id ? ($0.id, name) : $0 } }
                case (4, let profile?):
                    try family.activate(profile)
                    active = profile.id
                case (_, let profile?):
                    try family.remove(profile)
                    expected.removeAll { $0.id == profile.id }
                    if active == profile.id { active = nil }
                    for act in [
                        family.remove, family.activate, { _ = try family.change($0, ProfileChange(dailyGoal: 1)) },
                    ] {
                        XCTAssertEqual(code { try act(profile) }, .profileNotFound, place)
                    }
                default: break
                }
                XCTAssertEqual(try family.members().map(\.id), expected.map(\.id), place)
                XCTAssertEqual(
                    try family.members().map(\.name), expected.map(\.name.precomposedStringWithCanonicalMapping), place)
                XCTAssertEqual(
                    try family.existingActive()?.id, expected.first { $0.id == active }?.id ?? expected.first?.id, place
                )
            }
        }
    }

    func testFirstRunCreatesStudentOnce() throws {
        let family = family(MemoryStore())
        XCTAssertNil(try family.existingActive())
        XCTAssertEqual(try family.active().name, "Student")
        XCTAssertEqual(try family.active().belt, "10k")
        XCTAssertEqual(try family.members().count, 1)
    }

    func testSeventhProfileFailsWithAdvice() throws {
        let family = family(MemoryStore())
        for number in 1...6 { _ = try family.add(named: "P\(number)") }
        XCTAssertThrowsError(try family.add(named: "P7")) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code, .tooManyProfiles)
            XCTAssertTrue(failure?.advice.contains("profile export") == true)
        }
        XCTAssertEqual(try family.members().count, 6)
    }

    func testNamesAllowAnyScriptButNoControlCharacters() throws {
        // A character has at most 64 bytes, including its combining marks.
        let marked = { (marks: Int) in "ab" + String(repeating: "\u{0489}", count: marks) }
        for name in [
            "x", "김민아", "Ölgiy", "محمد", "李", "👨‍👩‍👧 Family", "a\u{200C}b", String(repeating: "x", count: 40), marked(31),
        ] {
            let family = family(MemoryStore())
            XCTAssertEqual(try family.add(named: "  \(name) ").name, name.precomposedStringWithCanonicalMapping)
        }
        for name in [
            "", "   ", String(repeating: "x", count: 41), marked(32), marked(320), "a\u{1B}[31m", "a\nb", "a\u{202E}b",
            "\u{0}",
            "a\u{FFFD}", "a\u{AD}b",
        ] {
            XCTAssertThrowsError(try family(MemoryStore()).add(named: name), name) {
                XCTAssertEqual(($0 as? Failure)?.code, .profileNameInvalid)
                XCTAssertEqual(($0 as? Failure)?.kind, .badData)
            }
        }
    }

    func testInvalidChangesChangeNothing() throws {
        let family = family(MemoryStore())
        let profile = try family.active()
        for change in [
            ProfileChange(avatar: "two"), ProfileChange(belt: "99k"), ProfileChange(dailyGoal: 0),
            ProfileChange(dailyGoal: 501),
            ProfileChange(variant: String(repeating: "v", count: 65)),
        ] {
            XCTAssertThrowsError(try family.change(profile, change))
            XCTAssertEqual(try family.active(), profile)
        }
        XCTAssertEqual(try family.change(profile, ProfileChange(belt: "9k", dailyGoal: 500)).belt, "9k")
        let longest = String(repeating: "v", count: 64)
        XCTAssertEqual(try family.change(profile, ProfileChange(variant: longest)).variant, longest)
    }

    func testDeletingTheActiveProfileClearsTheChoice() throws {
        let store = MemoryStore()
        let family = family(store)
        let repository = StoredProfileRepository(store)
        let (first, second, third) = try (family.add(named: "A"), family.add(named: "B"), family.add(named: "C"))
        try family.activate(third)
        try family.remove(second)
        XCTAssertEqual(try family.active(), third)
        try family.remove(third)
        XCTAssertNil(try repository.read { try $0.activeID() })
        XCTAssertEqual(try family.active(), first)
        try family.remove(first)
        XCTAssertNil(try family.existingActive())
        XCTAssertEqual(try family.active().name, Family.firstName)
    }

    func testDeletingErasesRecordsAndUndoRestoresThem() throws {
        var random = RandomSource(seed: 9)
        let store = MemoryStore()
        let family = family(store)
        let mina = try family.add(named: "Mina")
        let zoe = try family.add(named: "Zoe")
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

    func testConcurrentAddsStopAtSixProfiles() throws {
        let store = try FileStore(directory: temporaryFolder(), now: { .zero })
        let family = family(store)
        DispatchQueue.concurrentPerform(iterations: 12) { number in _ = try? family.add(named: "P\(number)") }
        XCTAssertEqual(try family.members().count, 6)
    }

    func testNewProfileHasDefaults() throws {
        for profile in [try family(MemoryStore()).active(), try family(MemoryStore()).add(named: "Student")] {
            XCTAssertEqual(
                [profile.name, profile.avatar, profile.theme, profile.belt, profile.mode.rawValue],
                ["Student", "🥋", "classic", "10k", "progression"])
            XCTAssertEqual(profile.dailyGoal, 20)
            XCTAssertNil(profile.variant)
        }
        XCTAssertEqual(Family.limit, 6)
    }

    func testDailyGoalRangesFromOneToFiveHundred() throws {
        for (goal, expected) in [(0, Failure.Code.dailyGoalInvalid), (1, nil), (500, nil), (501, .dailyGoalInvalid)] {
            let family = family(MemoryStore())
            XCTAssertEqual(code { _ = try family.add(named: "A", ProfileChange(dailyGoal: goal)) }, expected, "\(goal)")
        }
    }

    func testVariantCanBeSetAndCleared() throws {
        let family = family(MemoryStore())
        var profile = try family.add(named: "A", ProfileChange(variant: "ata"))
        XCTAssertEqual(profile.variant, "ata")
        profile = try family.change(profile, ProfileChange(dailyGoal: 7))
        XCTAssertEqual(profile.variant, "ata")
        XCTAssertNil(try family.change(profile, ProfileChange(variant: "")).variant)
    }

    func testMembersAreFoundByNameOrID() throws {
        let family = family(MemoryStore())
        let zoe = try family.add(named: "Zoé")
        let mina = try family.add(named: "Mina")
        for name in ["Zoé", "ZOE\u{301}", zoe.id.rawValue] { XCTAssertEqual(try family.member(named: name), zoe, name) }
        for name in ["mina", mina.id.rawValue] { XCTAssertEqual(try family.member(named: name), mina, name) }
        XCTAssertThrowsError(try family.member(named: "Zoe")) {
            XCTAssertEqual(($0 as? Failure)?.code, .profileNotFound)
            XCTAssertEqual(($0 as? Failure)?.advice, "Choose from Zoé, Mina. `profile add` makes another.")
        }
        XCTAssertEqual(
            try self.family(MemoryStore()).member(named: "student").name, "Student",
            "an empty family gets a default profile")
    }

    func testNamesAllowNoInvisibleCharacters() throws {
        for (scalar, isFine) in [
            ("\u{E000}", false), ("\u{F8FF}", false), ("\u{378}", false), ("\u{2060}", false), ("\u{200B}", false),
            ("\u{200C}", true), ("\u{200D}", true), ("\u{FFFD}", false), ("\u{301}", true), ("-", true), ("7", true),
        ] {
            let name = "a\(scalar)b"
            let expected: Failure.Code? = isFine ? nil : .profileNameInvalid
            XCTAssertEqual(code { _ = try family(MemoryStore()).add(named: name) }, expected, name.debugDescription)
        }
    }

    /// A character can have combining marks, up to 64 bytes.
    func testAvatarIsOneCharacterOfAtMost64Bytes() throws {
        let family = family(MemoryStore())
        for (avatar, expected) in [
            ("🐯", nil), (" M ", nil), ("", Failure.Code.avatarInvalid), ("MM", .avatarInvalid),
            ("\u{7}", .avatarInvalid),
        ] {
            XCTAssertEqual(
                code { _ = try self.family(MemoryStore()).add(named: "A", ProfileChange(avatar: avatar)) }, expected,
                avatar)
        }
        for (avatar, expected) in [("é", nil), ("e", Failure.Code.avatarInvalid)] {
            let heavy = avatar + String(repeating: "\u{301}", count: avatar == "é" ? 31 : 32)
            XCTAssertEqual(heavy.count, 1)
            XCTAssertEqual(
                code { _ = try family.add(named: avatar, ProfileChange(avatar: heavy)) }, expected,
                "\(heavy.utf8.count)")
        }
    }
}

/// A faulty repository that commits failed units of work.
private struct HastyRepository: ProfileRepository {
    private let inner: StoredProfileRepository
    init(_ store: any Store) { inner = StoredProfileRepository(store) }
    func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value { try inner.read(body) }
    func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try inner.write(undo: label) { records in Result { try body(records) } }.get()
    }
    func write<Value>(
        undo label: (() -> String)?, bulk: BulkOperation, _ body: (any ProfileRecords) throws -> Value
    ) throws -> Value {
        try inner.write(undo: label, bulk: bulk) { records in Result { try body(records) } }.get()
    }
}
