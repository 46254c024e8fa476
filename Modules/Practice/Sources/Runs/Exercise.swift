import Kernel

/// A way of practicing, as a value: the tasks of its items, the judgment of answers and their
/// memory rule.
///
/// An exercise stores nothing and has no session. `PracticeLog` begins, continues, undoes and ends
/// its runs. The caller plans the items and passes them to `PracticeLog.begin`. A resumed run needs
/// no new plan.
package protocol Exercise: Sendable {
    /// A stored item of a run, such as a card, a movement or a question.
    associatedtype Item: Codable & Hashable & Sendable
    /// The current task of an item.
    associatedtype Task: Sendable
    /// The user's response: a rating, a choice or typed words.
    associatedtype Response: Sendable
    /// The data besides its items with which a run resumes.
    associatedtype Settings: Codable & Sendable = NoSettings

    var kind: PracticeKind { get }
    /// The activity: `practice`, `quiz` or `test`.
    var activity: String { get }
    /// Returns the items of a run after its answers: the plan and the items that the answers add.
    ///
    /// Items are only added after the place of the latest answer, and the same answers always add
    /// the same items.
    func items(_ planned: [Item], after answers: [Answer]) -> [Item]
    /// Returns the memory rule for the answers of a run.
    func memory(in run: Run<Self>) throws -> MemoryRule
    /// Returns the target of an item, and the word for its question.
    func target(of item: Item, in run: Run<Self>) -> (target: Target, question: String)
    /// Returns the task of an item at the run's place, or nil if the content no longer has it. The
    /// log then skips the item.
    ///
    /// Repeated calls return the same task.
    func task(for item: Item, in run: Run<Self>) throws -> Task?
    /// Judges a response.
    func judge(_ response: Response, to task: Task, in run: Run<Self>) throws -> Mark
    /// Returns the entry that an answer leaves in the undo history.
    func label(of mark: Mark, to item: Item, in run: Run<Self>) -> String
    /// Returns the entry that taking back an answer leaves in the undo history.
    func undoLabel(_ answer: Answer, in run: Run<Self>) -> String
    /// Returns the outcome of a finished run.
    func outcome(of run: Run<Self>) -> LoggedRun.Outcome
    /// Returns the undo label for the end of a run, or nil if the end cannot be undone.
    func completionLabel(of run: Run<Self>) -> String?
    /// Changes records outside the log at the end of a run, in the same unit of work.
    func end(_ run: Run<Self>, in unit: UnitOfWork) throws
}

extension Exercise {
    package func items(_ planned: [Item], after answers: [Answer]) -> [Item] { planned }
    package func outcome(of run: Run<Self>) -> LoggedRun.Outcome { LoggedRun.Outcome(share: run.share) }
    package func completionLabel(of run: Run<Self>) -> String? { nil }
    package func end(_ run: Run<Self>, in unit: UnitOfWork) throws {}
}

/// The settings of an exercise without any.
package struct NoSettings: Codable, Hashable, Sendable {
    package init() {}
}
