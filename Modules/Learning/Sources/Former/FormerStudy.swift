import Kernel
import Practice

/// The study that older programs kept in two logs. It is moved into the one of today whenever a learner's log is opened and finds any: in the
/// store of an older program, or in a profile that came from one.
///
/// There may be more of it than a transaction takes, so it is moved in parts. Everything is written in its present form first; nothing former is
/// taken away before all of it stands there. Cut off at any moment, the next opening reads what is left, finds or makes its present form, and
/// ends with the same records.
public enum FormerStudy {
    /// Every kind of record that older programs kept: what an archive of theirs may hold.
    public static var collections: [any StoredCollection] {
        [
            FormerSession.collection, FormerAnswer.collection, FormerCard.collection, FormerDay.collection, FormerRun.collection,
            FormerPracticeAnswer.collection, FormerMastery.collection,
        ]
    }

    /// Moves what there is; costs one look where there is nothing.
    ///
    /// - Parameters:
    ///   - store: scoped to the learner.
    ///   - part: how many records a transaction moves: few enough for every store, however long a session was.
    /// - Throws: `unreadableRecord`, and then nothing was moved.
    package static func move(in store: any Store, part: Int = 500) throws {
        while let study = try store.read(FormerRecords.init) { try study.move(in: store, part: part) }
    }
}

/// All that stands there in its former form, as one transaction sees it: a half of it would make other answers.
private struct FormerRecords {
    let sessions: [FormerSession]
    let answers: [FormerAnswer]
    let cards: [FormerCard]
    let days: [FormerDay]
    let runs: [FormerRun]
    let practiceAnswers: [FormerPracticeAnswer]
    let masteries: [FormerMastery]
    /// What is remembered of the cards: as it stands today, or as it is going to.
    let memories: [Card: MemoryState]

    /// Nil where there is nothing.
    init?(in unit: borrowing Transaction) throws {
        try unit.foresee(
            .count(Selection<FormerSession>.all.limit(1)), .count(Selection<FormerRun>.all.limit(1)),
            .count(Selection<FormerDay>.all.limit(1)))
        // Taken away last. To ask the others as well would read the tombstones of every answer that was moved.
        guard try unit.has(FormerSession.self) || unit.has(FormerRun.self) || unit.has(FormerDay.self) else { return nil }
        (sessions, answers, cards) = (try unit.records(.all), try unit.records(.all), try unit.records(.all))
        (days, runs, masteries) = (try unit.records(.all), try unit.records(.all), try unit.records(.all))
        practiceAnswers = try unit.records(.all)
        var memories = Dictionary(cards.map { ($0.card, $0.present(last: nil).state) }, uniquingKeysWith: { $1 })
        for card in Set(answers.map(\.card)) {
            if let known = try unit.record(ItemMemory.id(of: card.target)) { memories[card] = known.state }
        }
        self.memories = memories
    }

    func move(in store: any Store, part: Int) throws {
        let mover = Mover(store: store, part: part)
        try moveCards(by: mover)
        try mover.keep(days)
        try mover.keep(runs)
        try mover.keep(practiceAnswers)
        try mover.keep(masteries)
        try mover.remove(answers)
        try mover.remove(practiceAnswers)
        try mover.remove(cards)
        try mover.remove(masteries)
        try mover.remove(days)
        try mover.remove(sessions)
        try mover.remove(runs)
    }

    private func moveCards(by mover: Mover) throws {
        let bySession = Dictionary(grouping: answers, by: \.session).mapValues {
            $0.sorted { ($0.turn, $0.at) < ($1.turn, $1.at) }
        }
        let byID = Dictionary(sessions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let byCard = Dictionary(grouping: answers, by: \.card).mapValues { $0.sorted { ($0.at, $0.turn) < ($1.at, $1.turn) } }
        try mover.keep(cards) { $0.present(last: byCard[$0.card]?.last?.day) }
        try mover.keep(sessions) { try $0.present(bySession[$0.id] ?? []) }
        var present: [Identifier<FormerAnswer>: Answer] = [:]
        for (card, given) in byCard {
            // What came before the first answer that is still there.
            let (known, right) = (memories[card], given.count { $0.rating.isRight })
            var earlier = (answers: max(0, (known?.answers ?? 0) - given.count), right: max(0, (known?.right ?? 0) - right))
            var last: Day?
            for answer in given {
                present[answer.id] = answer.present(in: byID[answer.session], earlier, last: last)
                earlier = (earlier.answers + 1, earlier.right + (answer.rating.isRight ? 1 : 0))
                last = answer.day
            }
        }
        try mover.keep(answers) { present[$0.id] }
    }
}

/// Moves records in transactions of a bounded size.
private struct Mover {
    let store: any Store
    let part: Int

    /// Writes records in their present form. What stands in it already is newer, and stays; what is former no more was moved by another process
    /// meanwhile, whose people may have taken it back since.
    func keep<Former: Storable, Present: Storable>(_ records: [Former], _ present: (Former) throws -> Present?) throws {
        try inParts(records.compactMap { former in try present(former).map { (former.id, $0) } }) { records, unit in
            let missing = try records.filter { former, present in
                try !unit.has(present.id) && unit.has(former)
            }
            try unit.put(contentsOf: missing.map(\.1))
        }
    }

    func keep(_ records: [some FormerRecord]) throws { try keep(records) { $0.present } }

    func remove<Former: Storable>(_ records: [Former]) throws {
        try inParts(records.map(\.id)) { names, unit in for name in names { try unit.delete(name) } }
    }

    private func inParts<Element>(
        _ all: [Element], _ body: (ArraySlice<Element>, borrowing Transaction) throws -> Void
    ) throws {
        for start in stride(from: 0, to: all.count, by: part) {
            try store.write { try body(all[start..<min(start + part, all.count)], $0) }
        }
    }
}

/// That a record is there, whatever it holds: read without looking at its fields.
private struct Trace<Record: Storable>: Storable {
    let id: Identifier<Trace>

    init(from decoder: any Decoder) { id = "" }

    static var collection: RecordCollection<Trace> {
        RecordCollection(Record.collection.name, version: Record.collection.version)
    }
}

extension Transaction {
    fileprivate func has<Record: Storable>(_ type: Record.Type) throws -> Bool {
        try count(Selection<Record>.all.limit(1)) > 0
    }

    fileprivate func has<Record: Storable>(_ id: Identifier<Record>) throws -> Bool {
        try record(Identifier<Trace<Record>>(id.rawValue)) != nil
    }
}

extension StoredPracticeRepository {
    /// The practice of a learner whose own the store is; what an older program kept there is moved into its present form first.
    ///
    /// - Throws: `unreadableRecord`, and the store's failures.
    public init(movingInto store: any Store) throws {
        try FormerStudy.move(in: store)
        self.init(store)
    }
}
