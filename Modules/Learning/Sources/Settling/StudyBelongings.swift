import Kernel
import Practice

extension StudySettings {
    /// Every kind of record that study keeps. What is remembered, and what each day came to, is made anew of the answers, by the scheduler that is
    /// settled: so that travels with them. What older programs left is moved into the log of today before anything of it travels.
    public static var belongings: [Belongings] {
        [
            Belongings(
                .progress, [StudySettings.collection, Answer.collection, LoggedRun.collection], isMissed: false, settle: settle),
            .remade([ItemMemory.collection, PracticeDay.collection]), Belongings(.progress, [WordCare.collection]),
            .staying(FormerStudy.collections),
        ]
    }

    @Sendable private static func settle(_ touched: Touched, in store: any Store) throws {
        let settling = PracticeSettling { unit in try rules(in: unit) }
        try settling.settle(touched, in: store)
        // Another device has changed the scheduler: what is remembered here is by the one of before.
        guard !touched.ids(of: StudySettings.collection).isEmpty, try store.read(memoryIsOfAnother) else { return }
        try settling.settleEverything(in: store, anew: true)
    }

    /// Whether what is remembered of words is by another scheduler than the one that is settled.
    private static func memoryIsOfAnother(_ transaction: borrowing Transaction) throws -> Bool {
        guard let settings = try transaction.record(only) else { return false }
        let cards = try Spacing.byDate.flatMap { try transaction.records(ItemMemory.byTarget.under($0.rawValue)) }
        return cards.contains { ($0.schedule?.memory != nil) != (settings.scheduling == .fsrs) }
    }

    /// By what the answers of a learner are remembered.
    private static func rules(in unit: UnitOfWork) throws -> (Answer) -> MemoryRule {
        let settings = try unit.transaction.record(only) ?? StudySettings()
        let rule = try settings.rule(LeitnerScheduler.standard, in: unit, preset: Spacing.preset)
        return { rule($0.target, $0.run, [:]) }
    }
}
