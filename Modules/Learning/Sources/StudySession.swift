import Kernel

/// One session: what was planned. What became of it stands in its answers, so that answering writes no plan.
public struct StudySession: Storable, Hashable {
    /// Its identifier.
    public let id: Identifier<StudySession>
    /// When it began.
    public let startedAt: Instant
    /// What was asked for; its scheduler is always named.
    public let configuration: StudyConfiguration
    /// The cards, in the order in which they are asked; a term at most once.
    public let queue: [Card]
    /// Decides the choices of a test, so that a session that continues shows the same ones.
    public let seed: Int
    /// Cards that were passed over.
    public var skipped: [Card]
    /// When it was left; nil while it runs.
    public var pausedAt: Instant?
    /// When it was finished; nil before.
    public var endedAt: Instant?

    /// A session that begins.
    public init(id: Identifier<StudySession>, startedAt: Instant, configuration: StudyConfiguration, queue: [Card], seed: Int) {
        (self.id, self.startedAt, self.configuration, self.queue, self.seed) = (id, startedAt, configuration, queue, seed)
        skipped = []
    }

    static let byStart = Index<StudySession, IndexKey>.ordered("start") { IndexKey($0.startedAt, $0.id) }
    /// Where sessions are kept.
    public static let collection = RecordCollection<StudySession>("learning.sessions", indexes: [byStart])
}
