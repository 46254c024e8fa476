import FeedbackCOIN
import Kernel
import KernelTesting

extension FeedbackRepositoryContract {
    static let lifecyclePromises: [Contract<any FeedbackRepository>.Promise] = [
        .init("a read returns the status fields of an entry") { repository in
            var expected = entry(1)
            (expected.kind, expected.direction, expected.project, expected.person) = (
                .growth, .received, "Web shop", "p1"
            )
            (expected.happenedOn, expected.discussedOn, expected.doneOn) = (
                Day(ordinal: 20_000), Day(ordinal: 20_009), Day(ordinal: 20_020)
            )
            expected.followUp = FollowUp("Ask again", due: Day(ordinal: 20_015), doneOn: Day(ordinal: 20_014))
            try keep([expected], in: repository)
            try expectEqual(repository.read { try $0.entry("e1") }, Optional(expected))
            try keep([entry(1)], in: repository)
            try expectEqual(repository.read { try $0.entry("e1") }, Optional(entry(1)))
        },
        .init("reads return entries by identifier, and all identifiers in order") { repository in
            try keep([entry(1), entry(10), entry(2)], in: repository)
            try repository.read { records in
                try expectEqual(records.entries(["e10", "e3", "e1"]), [entry(10), nil, entry(1)])
                try expectEqual(records.entryIDs(), ["e10", "e2", "e1"])
            }
        },
        .init("every filter selects the same entries as a scan") { repository in
            let entries = try (0..<260).map(varied)
            try keep(entries, in: repository)
            for filter in filters {
                let expected = entries.reversed().filter(filter.matches).prefix(filter.limit ?? .max)
                try expectEqual(ids(filter, in: repository), expected.map(\.id), "\(filter)")
            }
        },
        .init("a read lists each person of entries, their count and newest entry") { repository in
            var before1970 = entry(-5)
            before1970.person = "p2"
            try keep((0..<7).map(varied) + [before1970], in: repository)
            let named = try repository.read { try $0.namedPeople() }.sorted { $0.key < $1.key }
            let sam = try Person.id(of: Recipient("sam"))
            try expectEqual(Set(named.map(\.key)), ["p1", "p2", sam])
            for person in named {
                let entries = try ((0..<7).map(varied) + [before1970]).filter { $0.personKey == person.key }
                try expectEqual(person.count, entries.count)
                try expectEqual(person.latest, entries.last?.createdAt ?? person.latest)
                try expectEqual(person.recipients.map(\.title), person.key == sam ? ["Sam"] : [])
            }
        },
        .init("a read lists open next steps by day, without completed ones") { repository in
            var finished = entry(3)
            (finished.followUp, finished.doneOn) = (FollowUp(due: Day(ordinal: 19_990)), Day(ordinal: 20_000))
            var stepDone = entry(4)
            stepDone.followUp = FollowUp(due: Day(ordinal: 19_990), doneOn: Day(ordinal: 20_000))
            let open = [(1, 20_010), (2, 20_005), (5, 20_009)].map { second, due in
                var open = entry(second)
                open.followUp = FollowUp(due: Day(ordinal: due))
                return open
            }
            try keep(open + [finished, stepDone, entry(6)], in: repository)
            try repository.read { records in
                try expectEqual(records.due(through: nil).map(\.id), ["e2", "e5", "e1"])
                try expectEqual(records.due(through: Day(ordinal: 20_009)).map(\.id), ["e2", "e5"])
                try expectEqual(records.due(through: Day(ordinal: 20_004)), [])
            }
        },
        .init("the repository saves and removes people") { repository in
            let expected = Person(
                id: "p1", name: "Zoë", address: try EmailAddress("zoe@example.org"), pronoun: "they", team: "Web",
                aliases: ["Z"], mergedInto: "p2")
            try repository.write(undo: nil) { records in
                for person in [Person(id: "p2", name: "B"), expected] { try records.save(person) }
            }
            try expectEqual(repository.read { try $0.people() }, [expected, Person(id: "p2", name: "B")])
            try repository.write(undo: nil) { try $0.remove(expected) }
            try expectEqual(repository.read { try $0.people().map(\.id) }, ["p2"])
        },
    ]

    /// Returns an entry of each sort in turn.
    private static func varied(_ number: Int) throws -> FeedbackEntry {
        var varied = entry(number, tags: number % 4 == 0 ? ["Rare"] : [])
        varied.kind = [.praise, .growth, nil][number % 3]
        varied.direction = number % 5 == 0 ? .received : .given
        varied.project = number % 7 == 0 ? "Café" : nil
        varied.happenedOn = number % 2 == 0 ? Day(ordinal: number % 11) : nil
        varied.discussedOn = number % 6 == 1 ? Day(ordinal: 9) : nil
        varied.doneOn = number % 6 == 2 ? Day(ordinal: 9) : nil
        varied.recipient = number % 3 == 0 ? try Recipient("Sam") : nil
        varied.person = number % 3 == 1 ? "p1" : nil
        return varied
    }

    private static var filters: [EntryFilter] {
        var filters: [EntryFilter] = []
        func add(_ change: (inout EntryFilter) -> Void) {
            for limit in [nil, 0, 3] {
                var filter = EntryFilter(limit: limit)
                change(&filter)
                filters.append(filter)
            }
        }
        for status in FeedbackStatus.allCases { add { $0.status = status } }
        for kind in FeedbackKind.allCases { add { ($0.kind, $0.direction) = (kind, .received) } }
        add { $0.people = ["p1"] }
        add { ($0.people, $0.kind, $0.status) = (["p1", Person.id(ofName: "SAM")], .growth, .draft) }
        add { $0.people = [] }
        add { ($0.project, $0.tag) = ("cafe", "rare") }
        add { ($0.status, $0.isShared) = (.draft, false) }
        add { $0.period = EntryPeriod(from: Day(ordinal: 2), through: Day(ordinal: 5), in: .utc) }
        add { $0.period = EntryPeriod(from: nil, through: Day(ordinal: 0), in: .utc) }
        return filters
    }
}
