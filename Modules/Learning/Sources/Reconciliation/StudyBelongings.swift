import Kernel
import Practice

extension StudySettings {
    /// The sync policies of all study records.
    ///
    /// Memories and daily totals are rebuilt from the answers with the saved scheduler, so the
    /// scheduler setting is replicated with them.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(
                .progress, [StudySettings.collection, Answer.collection, LoggedRun.collection],
                keepsSupersededVersions: false,
                reconcile: reconcile),
            .derived([ItemMemory.collection, PracticeDay.collection]), SyncPolicy(.progress, [WordSettings.collection]),
        ]
    }

    /// Rebuilds the memories that received records affect, or all of them after a change of
    /// scheduler.
    @Sendable private static func reconcile(_ received: ReceivedRecords, in store: any Store) throws {
        let reconciliation = PracticeReconciliation { unit in try rules(in: unit) }
        try reconciliation.reconcile(received, in: store)
        // Another device has changed the scheduler, so the memories on this device follow the
        // previous one.
        guard !received.ids(of: StudySettings.collection).isEmpty, try store.read(memoriesFollowOtherScheduler) else {
            return
        }
        try reconciliation.reconcileAll(in: store, rebuildsAll: true)
    }

    /// Returns whether the word memories follow another scheduler than the saved one.
    private static func memoriesFollowOtherScheduler(_ transaction: borrowing Transaction) throws -> Bool {
        guard let settings = try transaction.record(only) else { return false }
        let cards = try Spacing.dateOnlyKinds.flatMap {
            try transaction.records(ItemMemory.byTarget.under($0.rawValue))
        }
        return cards.contains { ($0.schedule?.memory != nil) != (settings.scheduling == .fsrs) }
    }

    /// Returns the memory rules for a learner's answers.
    private static func rules(in unit: UnitOfWork) throws -> (Answer) -> MemoryRule {
        let settings = try unit.transaction.record(only) ?? StudySettings()
        let rule = try settings.rule(LeitnerScheduler.standard, in: unit, preset: Spacing.preset)
        // Past answers are replayed on their own days, so no day has a load to avoid.
        let noDailyLoad: [Day: Int] = [:]
        return { rule($0.target, $0.run, noDailyLoad) }
    }
}
