import Kernel

/// A way of practising, as a value: what an item of it shows, what an answer to it is worth, and what that moves. It keeps nothing and knows no
/// session: `PracticeLog` begins, continues, takes back and ends runs of it.
///
/// What a run goes through is planned by whoever begins it and given to `PracticeLog.begin`: a run that goes on has nothing to plan.
public protocol Exercise: Sendable {
    /// What a run goes through, as it is written down: a card, a movement, a question.
    associatedtype Item: Codable & Hashable & Sendable
    /// What an item shows now.
    associatedtype Task: Sendable
    /// What a person gives: a rating, a choice, typed words.
    associatedtype Response: Sendable
    /// What a run must know besides its items to go on.
    associatedtype Settings: Codable & Sendable = NoSettings

    /// What it practises.
    var kind: PracticeKind { get }
    /// How, in a word: `practice`, `quiz`, `test`.
    var activity: String { get }
    /// What a run goes through behind its answers: what was planned, with what they add. Nothing is added before the place behind the latest answer, and
    /// the same answers always add the same.
    func course(_ planned: [Item], behind answers: [Answer]) -> [Item]
    /// How its answers are remembered.
    func memory(in run: Run<Self>) throws -> MemoryRule
    /// What an item of a run is an answer about, and the word for how it asks.
    func target(of item: Item, in run: Run<Self>) -> (target: Target, question: String)
    /// What an item shows, at the place of the run; the same whenever it is asked for. Nil when the content has it no more: it is passed over.
    func task(for item: Item, in run: Run<Self>) throws -> Task?
    /// What a response is worth.
    func judge(_ response: Response, to task: Task, in run: Run<Self>) throws -> Mark
    /// What `undo` calls an answer.
    func label(of graded: Mark, to item: Item, in run: Run<Self>) -> String
    /// What `undo` calls taking one back.
    func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String
    /// What comes of a run that has come to its end.
    func outcome(of run: Run<Self>) -> LoggedRun.Outcome
    /// What `undo` calls the end of a run; nil where there is nothing to take back.
    func labelOfEnd(of run: Run<Self>) -> String?
    /// What the end of a run moves beyond the log, in the same unit of work.
    func end(_ run: Run<Self>, in unit: UnitOfWork) throws
}

extension Exercise {
    /// What was planned.
    public func course(_ planned: [Item], behind answers: [Answer]) -> [Item] { planned }
    /// The share of what was right, without a pass mark.
    public func outcome(of run: Run<Self>) -> LoggedRun.Outcome { LoggedRun.Outcome(share: run.share) }
    /// Nothing.
    public func labelOfEnd(of run: Run<Self>) -> String? { nil }
    /// Nothing.
    public func end(_ run: Run<Self>, in unit: UnitOfWork) throws {}
}

/// The settings of an exercise that has none.
public struct NoSettings: Codable, Hashable, Sendable {
    /// None.
    public init() {}
}
