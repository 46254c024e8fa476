import Diary
import Kernel
import KernelTesting
import Search

/// The contract of every `DiaryRepository`.
package enum DiaryRepositoryContract {
    /// Returns the contract for repositories made by `make`, each of which must be empty.
    package static func over(_ make: @escaping () throws -> any DiaryRepository) -> Contract<any DiaryRepository> {
        Contract("DiaryRepository", promises: promises, make)
    }

    private typealias Promise = Contract<any DiaryRepository>.Promise

    private static let promises: [Promise] = entries + queries + trash

    private static let entries: [Promise] = [
        .init("starts empty") { diary in
            try diary.read { records in
                try expectEqual(records.entries(EntryRange()), [])
                try expectEqual(records.days(from: nil, through: nil), [])
                try expectEqual(records.count(from: nil, through: nil), 0)
                try expectEqual(records.firstDay(), nil)
                try expectEqual(records.trash(deletedThrough: nil), [])
                try expect(records.entry(on: day(1)) == nil, "there is an entry")
                try expect(records.settings() == nil, "there are settings")
            }
        },
        .init("a read returns the last saved entry of a day") { diary in
            var entry = try sample(3, note: "before")
            try keep([entry], in: diary)
            entry = try sample(3, note: "two\nlines 👨‍👩‍👧")
            try keep([sample(4), entry], in: diary)
            try expectEqual(diary.read { try $0.entry(on: day(3)) }, Optional(entry))
            try expectEqual(diary.read { try $0.count(from: nil, through: nil) }, 2)
        },
        .init("a read returns every field of an entry, and nil for missing fields") { diary in
            let entries = [try detailedEntry(3), try sample(4)]
            try keep(entries, in: diary)
            try expectEqual(diary.read { try $0.entries(EntryRange()) }, entries.reversed())
            try keep([sample(3)], in: diary)
            try expectEqual(diary.read { try $0.entry(on: day(3)) }, Optional(try sample(3)))
        },
        .init("remove deletes an entry and leaves no copy in the trash") { diary in
            try keep([sample(3), sample(4)], in: diary)
            try diary.write(undo: nil) { try $0.remove(sample(3)) }
            try expectEqual(days(EntryRange(), in: diary), [day(4)])
            try expectEqual(diary.read { try $0.trash(deletedThrough: nil) }, [])
        },
        .init("a unit of work reads its own writes, and a failed unit changes nothing") { diary in
            try keep([sample(3)], in: diary)
            try expectFailure(.entryNotFound) {
                try diary.write(undo: "Failed") { records in
                    try records.save(sample(4))
                    try records.remove(sample(3))
                    try records.save(TrashedEntry(sample(3), deletedAt: moment(1)))
                    try records.save(DiarySettings())
                    try expectEqual(records.entries(EntryRange()).map(\.day), [day(4)])
                    try expectEqual(records.trash(deletedThrough: nil).count, 1)
                    throw Failure(.entryNotFound, "No.")
                }
            }
            try diary.read { records in
                try expectEqual(records.entries(EntryRange()), [sample(3)])
                try expectEqual(records.trash(deletedThrough: nil), [])
                try expect(records.settings() == nil, "there are settings")
            }
        },
        .init("a read returns the last saved settings") { diary in
            for isKept in [true, false] {
                var settings = DiarySettings()
                (settings.quality, settings.keepLocation) = (.medium, isKept)
                try diary.write(undo: nil) { try $0.save(settings) }
                try expectEqual(diary.read { try $0.settings() }, Optional(settings))
            }
        },
    ]

    private static let queries: [Promise] = [
        .init("a range includes both ends, newest first, up to a limit") { diary in
            try keep([5, 1, 9, 3, 7].map { try sample($0) }, in: diary)
            try expectEqual(days(EntryRange(), in: diary), [9, 7, 5, 3, 1].map(day))
            try expectEqual(days(EntryRange(from: day(3), through: day(7)), in: diary), [7, 5, 3].map(day))
            try expectEqual(days(EntryRange(through: day(6), limit: 2), in: diary), [5, 3].map(day))
            try expectEqual(days(EntryRange(from: day(8), through: day(2)), in: diary), [])
        },
        .init("a filter returns only entries with notes") { diary in
            try keep((1...6).map { try sample($0, note: $0 % 2 == 0 ? "n" : nil) }, in: diary)
            try expectEqual(days(EntryRange(from: day(3), onlyWithNotes: true), in: diary), [6, 4].map(day))
            try keep([sample(6)], in: diary)
            try expectEqual(days(EntryRange(onlyWithNotes: true), in: diary), [4, 2].map(day))
        },
        .init("a query returns entries that were ever sealed, latest first") { diary in
            try keep([sample(1), detailedEntry(2), sample(3), detailedEntry(4)], in: diary)
            try expectEqual(diary.read { try $0.capsules() }, [detailedEntry(4), detailedEntry(2)])
        },
        .init("a filter returns only starred entries") { diary in
            try keep([sample(1), detailedEntry(2), detailedEntry(3), sample(4, note: "n")], in: diary)
            var range = EntryRange(through: day(3))
            range.onlyStarred = true
            try expectEqual(days(range, in: diary), [3, 2].map(day))
        },
        .init("queries find tags, places and entries that open on a day or later") { diary in
            try keep([sample(1, note: "frost"), detailedEntry(2), sample(3, note: "frost")], in: diary)
            func foundDays(_ text: String, on today: Day, limit: Int? = nil) throws -> [Day] {
                let result = try diary.search(SearchQuery(text), on: today, limit: limit)
                try expect(limit != nil || result.count == result.records.count, "the count is wrong")
                return result.records.map(\.day)
            }
            try expectEqual(foundDays("frost", on: day(49)), [3, 1].map(day))
            try expectEqual(foundDays("frost", on: day(50)), [3, 2, 1].map(day))
            try expectEqual(foundDays("frost", on: day(50), limit: 2), [3, 2].map(day))
            try expectEqual(foundDays("LISBOA", on: day(51)), [day(2)])
            try expectEqual(foundDays("cafe", on: day(51)), [day(2)])
            try expectEqual(foundDays("cafe", on: day(49)), [])
        },
        .init("a word search returns notes newest first, up to a limit, and counts all") { diary in
            try keep((1...4).map { try sample($0, note: $0 < 4 ? "frost \($0)" : nil) }, in: diary)
            let result = try diary.search(SearchQuery("FRO"), on: day(9), limit: 2)
            try expectEqual(result.records.map(\.day), [3, 2].map(day))
            try expectEqual(result.count, 3)
            try diary.write(undo: nil) { records in
                try records.save(sample(3, note: "rain"))
                try records.remove(sample(2))
            }
            try expectEqual(diary.search(SearchQuery("frost"), on: day(9), limit: nil).records.map(\.day), [day(1)])
        },
        .init("reads list and count the days of a range in ascending order") { diary in
            try keep([5, 1, 9].map { try sample($0) }, in: diary)
            try diary.read { records in
                try expectEqual(records.firstDay(), day(1))
                for (first, last, numbers) in [
                    (nil, nil, [1, 5, 9]), (2, 9, [5, 9]), (nil, 5, [1, 5]), (6, nil, [9]), (9, 2, []),
                ]
                    as [(Int?, Int?, [Int])]
                {
                    try expectEqual(records.days(from: first.map(day), through: last.map(day)), numbers.map(day))
                    try expectEqual(records.count(from: first.map(day), through: last.map(day)), numbers.count)
                }
            }
        },
    ]

    private static let trash: [Promise] = [
        .init("the trash keeps several entries of one day, latest first, and returns their content") { diary in
            let trashed = try ["a", "b"].enumerated().map { index, photo in
                TrashedEntry(try sample(3, note: "kept", photo: photo), deletedAt: moment(index))
            }
            try diary.write(undo: nil) { records in for each in trashed { try records.save(each) } }
            try expectEqual(diary.read { try $0.trash(deletedThrough: nil) }, trashed.reversed())
            try expectEqual(diary.read { try $0.entries(EntryRange()) }, [])
        },
        .init("the trash lists entries deleted by a time, and take returns whether one existed") { diary in
            let trashed = try (1...4).map { TrashedEntry(try sample($0), deletedAt: moment($0)) }
            try diary.write(undo: nil) { records in for each in trashed { try records.save(each) } }
            try expectEqual(diary.read { try $0.trash(deletedThrough: moment(2)) }, [trashed[1], trashed[0]])
            try diary.write(undo: nil) { records in
                try expect(records.remove(trashed[1]), "it was not there")
                try expect(!records.remove(trashed[1]), "it is still there")
            }
            try expectEqual(diary.read { try $0.trash(deletedThrough: nil).map(\.entry.day) }, [4, 3, 1].map(day))
        },
    ]

    private static func keep(_ entries: [Entry], in diary: any DiaryRepository) throws {
        try diary.write(undo: nil) { records in for entry in entries { try records.save(entry) } }
    }

    private static func days(_ range: EntryRange, in diary: any DiaryRepository) throws -> [Day] {
        try diary.read { try $0.entries(range).map(\.day) }
    }

    private static func day(_ number: Int) -> Day { Day(ordinal: 20_000 + number) }

    private static func moment(_ second: Int) -> Instant {
        Instant(milliseconds: 1_700_000_000_000 + Int64(second) * 1000)
    }

    private static func sample(_ number: Int, note: String? = nil, photo: String? = nil) throws -> Entry {
        let name = photo ?? "p\(number)"
        guard let path = PhotoPath(day: day(number), name: name, type: .jpeg) else {
            throw Failure(.init("unsafe"), "“\(name)” is not safe.")
        }
        return Entry(
            day: day(number), note: note, photo: PhotoFacts(path: path, width: 4, height: 3, bytes: 100, type: .jpeg),
            createdAt: moment(number))
    }

    /// Returns an entry with all details, sealed until day 50.
    private static func detailedEntry(_ number: Int) throws -> Entry {
        var details = EntryChange(
            note: "frost", tags: ["Café", "早"], isStarred: true, mood: .set(.great), place: "Lisboa")
        details.sealedUntil = day(50)
        return details.applied(to: try sample(number))
    }
}
