import Diary
import Kernel
import KernelContract
import Search

/// What every `DiaryRepository` must keep.
public enum DiaryRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any DiaryRepository) -> Contract<any DiaryRepository> {
        Contract("DiaryRepository", promises: promises, make)
    }

    private typealias Promise = Contract<any DiaryRepository>.Promise

    private static let promises: [Promise] = entries + looking + trash + settings

    private static let entries: [Promise] = [
        .init("starts empty") { diary in
            try expectEqual(diary.entries(EntryRange()).count, 0)
            try expectEqual(diary.days(from: nil, through: nil), [])
            try expectEqual(diary.trash().count, 0)
            try expect(diary.entry(on: day(1)) == nil, "there is an entry")
        },
        .init("gives back what was inserted") { diary in
            let entry = try sample(3, note: "two\nlines 👨‍👩‍👧")
            try diary.insert(entry)
            try expectEqual(diary.entry(on: day(3)), entry)
        },
        .init("refuses a second entry of a day, and keeps the first") { diary in
            try diary.insert(sample(3, note: "first"))
            try expectFailure(.entryAlreadyExists) { try diary.insert(sample(3, note: "second", photo: "other")) }
            try expectEqual(diary.entry(on: day(3))?.note, "first")
        },
        .init("changes the note and nothing else") { diary in
            let entry = try sample(3, note: "before")
            try diary.insert(entry)
            let changed = try diary.changeNote(on: day(3), to: "after", at: moment(9))
            let expected = Entry(
                day: entry.day, note: "after", photo: entry.photo, createdAt: entry.createdAt, updatedAt: moment(9))
            try expectEqual(changed, expected)
            try expectEqual(diary.entry(on: day(3)), expected)
        },
        .init("takes a note away") { diary in
            try diary.insert(sample(3, note: "before"))
            _ = try diary.changeNote(on: day(3), to: nil, at: moment(9))
            try expectEqual(diary.entry(on: day(3))?.note, nil)
            try expectEqual(diary.entries(EntryRange(onlyWithNotes: true)).count, 0)
        },
        .init("does not count a note as edited that stays the same") { diary in
            try diary.insert(sample(3, note: "same"))
            try expectEqual(diary.changeNote(on: day(3), to: "same", at: moment(9)).updatedAt, nil)
        },
        .init("knows when there is no such entry") { diary in
            try expectFailure(.entryNotFound) { try diary.changeNote(on: day(1), to: "x", at: moment(1)) }
            try expectFailure(.entryNotFound) { try diary.discard(on: day(1), at: moment(1)) }
            try expectFailure(.entryNotFound) { try diary.remove(on: day(1)) }
            try expectFailure(.entryNotFound) { try diary.restore("nothing") }
        },
    ]

    private static let looking: [Promise] = [
        .init("gives a range newest first, both ends included, up to a limit") { diary in
            for number in [5, 1, 9, 3, 7] { try diary.insert(sample(number)) }
            try expectEqual(diary.entries(EntryRange()).map(\.day), [9, 7, 5, 3, 1].map(day))
            try expectEqual(diary.entries(EntryRange(from: day(3), through: day(7))).map(\.day), [7, 5, 3].map(day))
            try expectEqual(diary.entries(EntryRange(through: day(6), limit: 2)).map(\.day), [5, 3].map(day))
            try expectEqual(diary.entries(EntryRange(from: day(8), through: day(2))).map(\.day), [])
        },
        .init("gives only entries with notes when asked") { diary in
            for number in 1...6 { try diary.insert(sample(number, note: number % 2 == 0 ? "n" : nil)) }
            try expectEqual(diary.entries(EntryRange(from: day(3), onlyWithNotes: true)).map(\.day), [6, 4].map(day))
        },
        .init("finds notes by words, newest first, so many at most and all counted") { diary in
            for number in 1...4 { try diary.insert(sample(number, note: number < 4 ? "frost \(number)" : nil)) }
            let found = try diary.search(SearchQuery("FRO"), limit: 2)
            try expectEqual(found.records.map(\.day), [3, 2].map(day))
            try expectEqual(found.count, 3)
            _ = try diary.changeNote(on: day(3), to: "rain", at: moment(9))
            _ = try diary.discard(on: day(2), at: moment(9))
            try expectEqual(diary.search(SearchQuery("frost"), limit: nil).records.map(\.day), [day(1)])
        },
        .init("gives the days of a range in ascending order") { diary in
            for number in [5, 1, 9] { try diary.insert(sample(number)) }
            try expectEqual(diary.days(from: nil, through: nil), [1, 5, 9].map(day))
            try expectEqual(diary.days(from: day(2), through: day(9)), [5, 9].map(day))
            try expectEqual(diary.days(from: day(9), through: day(2)), [])
        },
        .init("counts days and days in a row") { diary in
            try expectEqual(diary.firstDay(), nil)
            try expectEqual(diary.daysInARow(through: day(1)), 0)
            let taken = [1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 13, 20]
            for number in taken { try diary.insert(sample(number)) }
            try expectEqual(diary.count(), taken.count)
            try expectEqual(diary.firstDay(), day(1))
            for last in 0...21 {
                let row = (0...last).first { !taken.contains(last - $0) } ?? 0
                try expectEqual(diary.daysInARow(through: day(last)), row, "through \(last)")
            }
        },
        .init("names the photos of entries and of the trash") { diary in
            let (kept, gone) = (try sample(1, photo: "kept"), try sample(2, photo: "gone"))
            try diary.insert(kept)
            try diary.insert(gone)
            _ = try diary.discard(on: day(2), at: moment(1))
            try expectEqual(diary.photoPaths(), [kept.photo.path, gone.photo.path])
        },
    ]

    private static let trash: [Promise] = [
        .init("moves an entry to the trash and back, unchanged") { diary in
            let entry = try sample(3, note: "kept")
            try diary.insert(entry)
            let trashed = try diary.discard(on: day(3), at: moment(5))
            try expect(diary.entry(on: day(3)) == nil, "the entry is still there")
            try expectEqual(diary.trash(), [TrashedEntry(entry, deletedAt: moment(5))])
            try expectEqual(diary.restore(trashed.id), entry)
            try expectEqual(diary.entry(on: day(3)), entry)
            try expectEqual(diary.trash().count, 0)
        },
        .init("keeps several deleted entries of one day, latest first") { diary in
            for (index, photo) in ["a", "b"].enumerated() {
                try diary.insert(sample(3, photo: photo))
                _ = try diary.discard(on: day(3), at: moment(index))
            }
            try expectEqual(diary.trash().map(\.id), ["b", "a"])
        },
        .init("refuses to restore into a day that is taken, and loses nothing") { diary in
            try diary.insert(sample(3, photo: "old"))
            let trashed = try diary.discard(on: day(3), at: moment(5))
            try diary.insert(sample(3, photo: "new"))
            try expectFailure(.entryAlreadyExists) { try diary.restore(trashed.id) }
            try expectEqual(diary.trash().count, 1)
            try expectEqual(diary.entry(on: day(3))?.photo.path.name, "new")
        },
        .init("removes for good without a trace in the trash") { diary in
            let entry = try sample(3)
            try diary.insert(entry)
            try expectEqual(diary.remove(on: day(3)), entry)
            try expectEqual(diary.trash().count, 0)
            try diary.insert(entry)
        },
        .init("purges what was deleted at a time or before") { diary in
            for number in 1...4 {
                try diary.insert(sample(number))
                _ = try diary.discard(on: day(number), at: moment(number))
            }
            try expectEqual(Set(diary.purge(deletedThrough: moment(2)).map(\.entry.day)), Set([day(1), day(2)]))
            try expectEqual(diary.trash().map(\.entry.day), [4, 3].map(day))
            try expectEqual(diary.purge(deletedThrough: moment(2)).count, 0)
        },
    ]

    private static let settings: [Promise] = [
        .init("starts with the settings that hold from the start, and keeps what was changed") { diary in
            try expectEqual(diary.settings(), DiarySettings())
            _ = try diary.changeSettings { $0.quality = .medium }
            let changed = try diary.changeSettings { $0.keepLocation = true }
            try expectEqual(changed.quality, .medium)
            try expectEqual(diary.settings(), changed)
        }
    ]

    private static func day(_ number: Int) -> Day { Day(ordinal: 20_000 + number) }

    private static func moment(_ second: Int) -> Instant { Instant(milliseconds: 1_700_000_000_000 + Int64(second) * 1000) }

    private static func sample(_ number: Int, note: String? = nil, photo: String? = nil) throws -> Entry {
        let name = photo ?? "p\(number)"
        guard let path = PhotoPath(day: day(number), name: name, type: .jpeg) else {
            throw Failure(.init("unsafe"), "“\(name)” is not safe.")
        }
        return Entry(
            day: day(number), note: note, photo: PhotoFacts(path: path, width: 4, height: 3, bytes: 100, type: .jpeg),
            createdAt: moment(number))
    }
}
