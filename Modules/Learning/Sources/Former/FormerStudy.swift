import Kernel
import Practice

/// The study that older programs kept in two logs. It is moved into the one of today, whole and in one transaction, whenever a learner's log is
/// opened and finds any: in the store of an older program, or in a profile that came from one.
public enum FormerStudy {
    /// Every kind of record that older programs kept: what an archive of theirs may hold.
    public static var collections: [any StoredCollection] {
        [
            FormerSession.collection, FormerAnswer.collection, FormerCard.collection, FormerDay.collection, FormerRun.collection,
            FormerPracticeAnswer.collection, FormerMastery.collection,
        ]
    }

    /// Moves what there is; nothing where there is none. Cut off at any moment, all of it or nothing has been moved.
    ///
    /// - Parameter store: scoped to the learner.
    /// - Throws: `unreadableRecord`, and then nothing was moved.
    static func move(in store: any Store) throws {
        guard try store.read(isThere) else { return }
        try store.write { unit in
            try moveCards(in: unit)
            try move(FormerDay.self, in: unit) { $0.present }
            try move(FormerRun.self, in: unit) { try $0.present() }
            try move(FormerPracticeAnswer.self, in: unit) { $0.present }
            try move(FormerMastery.self, in: unit) { $0.present }
        }
    }

    private static func isThere(in unit: borrowing Transaction) throws -> Bool {
        try unit.count(Selection<FormerDay>.all.limit(1)) + unit.count(Selection<FormerSession>.all.limit(1))
            + unit.count(Selection<FormerRun>.all.limit(1)) + unit.count(Selection<FormerMastery>.all.limit(1))
            + unit.count(Selection<FormerCard>.all.limit(1)) > 0
    }

    private static func moveCards(in unit: borrowing Transaction) throws {
        let (sessions, answers) = (
            try unit.records(Selection<FormerSession>.all), try unit.records(Selection<FormerAnswer>.all)
        )
        let bySession = Dictionary(grouping: answers, by: \.session).mapValues {
            $0.sorted { ($0.turn, $0.at) < ($1.turn, $1.at) }
        }
        let byID = Dictionary(sessions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let byCard = Dictionary(grouping: answers, by: \.card).mapValues { $0.sorted { ($0.at, $0.turn) < ($1.at, $1.turn) } }
        try move(FormerCard.self, in: unit) { $0.present(last: byCard[$0.card]?.last?.day) }
        let kept = Dictionary(
            try unit.records(Selection<ItemMemory>.all).map { ($0.target, $0.state) }, uniquingKeysWith: { $1 })
        for (card, given) in byCard {
            // What came before the first answer that is still there.
            var earlier = (
                answers: max(0, (kept[card.target]?.answers ?? 0) - given.count),
                right: max(0, (kept[card.target]?.right ?? 0) - given.count { $0.rating.isRight })
            )
            var last: Day?
            try keep(
                given.map { answer in
                    let present = answer.present(in: byID[answer.session], earlier, last: last)
                    earlier = (earlier.answers + 1, earlier.right + (answer.rating.isRight ? 1 : 0))
                    last = answer.day
                    return present
                }, in: unit)
        }
        try keep(sessions.map { try $0.present(bySession[$0.id] ?? []) }, in: unit)
        for answer in answers { try unit.delete(answer.id) }
        for session in sessions { try unit.delete(session.id) }
    }

    private static func move<Former: Storable, Present: Storable>(
        _ former: Former.Type, in unit: borrowing Transaction, _ present: (Former) throws -> Present
    ) throws {
        let records = try unit.records(Selection<Former>.all)
        try keep(records.map(present), in: unit)
        for record in records { try unit.delete(record.id) }
    }

    /// What stands there in its present form already is newer, and stays.
    private static func keep<Record: Storable>(_ records: [Record], in unit: borrowing Transaction) throws {
        try unit.put(contentsOf: records.filter { try unit.record($0.id) == nil })
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
