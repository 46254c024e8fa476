import Diary
import DiaryCommands
import Foundation
import Kernel
import Pictures
import PicturesTesting
import Storage
import TestSupport
import XCTest

/// Tags, star, mood and place: storage, changes, search and undo.
final class EntryDetailTests: XCTestCase {
    private let words = ["frost", "Café", "sea", "早", "Ünïcode", "two words", "a-b", "ＦＵＬＬ", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]

    func testRandomDetailsSurviveReopening() throws {
        for seed in 1...40 {
            var random = RandomSource(seed: UInt64(seed))
            let home = try Home(isQuick: true)
            var expectedDetails: [Day: EntryChange] = [:]
            func open() throws -> PhotoDiary { try diary(in: home) }
            do {
                let diary = try open()
                for offset in 0..<4 {
                    let change = change(&random)
                    _ = try diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-offset), details: change)
                    expectedDetails[Fixture.day(-offset)] = change
                }
                // Later changes. Some of them remove a detail.
                for _ in 0..<4 {
                    let day = Fixture.day(-Int.random(in: 0..<4, using: &random))
                    let change = change(&random)
                    _ = try diary.change(on: day, change)
                    expectedDetails[day] = merged(expectedDetails[day], change)
                }
            }
            for (day, change) in expectedDetails {
                let entry = try open().entry(on: day)
                XCTAssertEqual(entry.note, change.note.flatMap { $0.isEmpty ? nil : $0 }, "seed \(seed)")
                XCTAssertEqual(entry.tags, change.tags ?? [], "seed \(seed)")
                XCTAssertEqual(entry.isStarred, change.isStarred ?? false, "seed \(seed)")
                XCTAssertEqual(entry.place, change.place.flatMap { $0.isEmpty ? nil : $0 }, "seed \(seed)")
                if case .set(let mood) = change.mood {
                    XCTAssertEqual(entry.mood, mood)
                } else {
                    XCTAssertNil(entry.mood)
                }
            }
        }
    }

    func testEntryWithoutDetailsKeepsItsOriginalFormat() throws {
        let fixture = Fixture()
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), note: "n", on: Fixture.today)
        let archive = String(decoding: try JSONValue.encoder.encode(fixture.store.archive()), as: UTF8.self)
        for key in ["tags", "isStarred", "mood", "place", "sealed"] { XCTAssertFalse(archive.contains(key), key) }
    }

    func testTagsIgnoreCaseAndAccents() throws {
        let fixture = Fixture()
        let tags = ["#Café", "cafe", " CAFÉ ", "sea"]
        XCTAssertEqual(
            try fixture.diary.add(PhotoMaker.png(1, 1), details: EntryChange(tags: tags)).entry.tags, ["Café", "sea"])
        var range = EntryRange()
        range.tag = "#CAFE"
        XCTAssertEqual(try fixture.diary.entries(range).count, 1)
        for bad in [[""], ["a,b"], ["a\nb"], ["\u{202E}x"], [String(repeating: "x", count: 41)], ["#"]] {
            XCTAssertThrowsError(try fixture.diary.change(on: Fixture.today, EntryChange(tags: bad)), "\(bad)")
        }
        XCTAssertThrowsError(try fixture.diary.change(on: Fixture.today, EntryChange(tags: (0...20).map { "t\($0)" })))
        XCTAssertNoThrow(try fixture.diary.change(on: Fixture.today, EntryChange(tags: (0..<20).map { "t\($0)" })))
        XCTAssertThrowsError(
            try fixture.diary.change(on: Fixture.today, EntryChange(place: String(repeating: "x", count: 101))))
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today).tags.count, 20)
    }

    func testReplacedPhotoKeepsDetailsOfDay() throws {
        let fixture = Fixture()
        let change = EntryChange(note: "n", tags: ["sea"], isStarred: true, mood: .set(.bad), place: "Lisboa")
        let old = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today, details: change).entry
        let new = try fixture.diary.add(
            PhotoMaker.png(2, 2), on: Fixture.today, replacing: true, details: EntryChange(mood: .set(.good))
        ).entry
        XCTAssertNotEqual(new.photo, old.photo)
        XCTAssertEqual([new.note, new.place], ["n", "Lisboa"])
        XCTAssertEqual(new.tags, ["sea"])
        XCTAssertTrue(new.isStarred)
        XCTAssertEqual(new.mood, .good)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today), old)
    }

    func testOnlyANoteChangeMarksEntryAsEdited() throws {
        let fixture = Fixture()
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), note: "n", on: Fixture.today)
        XCTAssertNil(try fixture.diary.change(on: Fixture.today, EntryChange(note: "n", isStarred: true)).updatedAt)
        XCTAssertNotNil(try fixture.diary.change(on: Fixture.today, EntryChange(note: "m")).updatedAt)
    }

    func testFiltersAgreeWithFilteringAllEntries() throws {
        for seed in 1...15 {
            var random = RandomSource(seed: UInt64(seed))
            let fixture = Fixture()
            for offset in 0..<130 {
                _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-offset), details: change(&random))
            }
            let all = try fixture.diary.entries(EntryRange())
            for _ in 0..<20 {
                var range = EntryRange(onlyWithNotes: Bool.random(using: &random))
                range.onlyStarred = Bool.random(using: &random)
                range.mood = Bool.random(using: &random) ? Mood.allCases.randomElement(using: &random) : nil
                range.tag = Bool.random(using: &random) ? words.randomElement(using: &random) : nil
                range.from = Bool.random(using: &random) ? Fixture.day(-100) : nil
                range.limit = Bool.random(using: &random) ? Int.random(in: 1...60, using: &random) : nil
                let expected = all.filter { entry in
                    (range.from.map { entry.day >= $0 } ?? true) && (!range.onlyWithNotes || entry.note != nil)
                        && (!range.onlyStarred || entry.isStarred) && (range.mood == nil || entry.mood == range.mood)
                        && (range.tag.map { entry.has(tag: $0) } ?? true)
                }
                XCTAssertEqual(
                    try fixture.diary.entries(range), Array(expected.prefix(range.limit ?? .max)),
                    "seed \(seed) \(range)"
                )
            }
        }
    }

    func testCommandsSetAndRemoveDetails() throws {
        let fixture = Fixture()
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), note: "n", on: Fixture.today)
        let edit = ["edit", "today", "--tag", "Sea", "--tag", "sea", "--mood", "great", "--star", "--place", "Lisboa"]
        XCTAssertEqual(fixture.run(edit).status, 0)
        let output = fixture.run(["timeline"]).output
        for word in ["★", "great", "#Sea", "Lisboa"] { XCTAssertTrue(output.contains(word), word) }
        XCTAssertTrue(fixture.run(["search", "sea", "--mood", "great"]).output.contains("1 found"))
        XCTAssertTrue(fixture.run(["search", "sea", "--mood", "bad"]).output.contains("0 found"))
        XCTAssertEqual(fixture.run(["edit", "today", "--star", "--unstar"]).status, 64)
        XCTAssertEqual(fixture.run(["edit", "today", "--tag", "a,b"]).status, 65)
        XCTAssertEqual(
            fixture.run(["edit", "today", "--no-tags", "--mood", "none", "--unstar", "--place", ""]).status, 0)
        let entry = try fixture.diary.entry(on: Fixture.today)
        XCTAssertEqual(entry.tags, [])
        XCTAssertNil(entry.mood)
        XCTAssertNil(entry.place)
        XCTAssertFalse(entry.isStarred)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today).tags, ["Sea"])
    }

    // MARK: - Random changes

    private func change(_ random: inout RandomSource) -> EntryChange {
        var change = EntryChange()
        if Bool.random(using: &random) {
            change.note = Bool.random(using: &random) ? "" : words.randomElement(using: &random)
        }
        if Bool.random(using: &random) { change.tags = Array(words.shuffled(using: &random).prefix(3)) }
        if Bool.random(using: &random) { change.isStarred = Bool.random(using: &random) }
        if Bool.random(using: &random) { change.mood = Mood.allCases.randomElement(using: &random).map { .set($0) } }
        if Int.random(in: 0..<6, using: &random) == 0 { change.mood = .remove }
        if Bool.random(using: &random) { change.place = ["", "Lisboa", "東京"].randomElement(using: &random) }
        return change
    }

    private func merged(_ before: EntryChange?, _ change: EntryChange) -> EntryChange {
        var merged = before ?? EntryChange()
        merged.note = change.note ?? merged.note
        merged.tags = change.tags ?? merged.tags
        merged.isStarred = change.isStarred ?? merged.isStarred
        merged.mood = change.mood ?? merged.mood
        merged.place = change.place ?? merged.place
        return merged
    }

    private func diary(in home: Home) throws -> PhotoDiary {
        PhotoDiary(
            repository: StoredDiaryRepository(try FileStore(directory: home.path("store")) { Fixture.noon }),
            photos: MemoryBlobStore { Fixture.noon }, ids: .counting(prefix: "\(Int.random(in: 0...9999))"),
            time: .fixed(Fixture.noon))
    }
}
