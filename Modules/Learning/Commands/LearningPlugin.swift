import Kernel
import Learning
import Terminal

/// Brings flashcards to an app: `study`, `due`, `stats`, and where the learner stands on the first screen.
public struct LearningPlugin: Plugin {
    public let name = "Learning"
    private let flashcards: @Sendable () throws -> Flashcards

    /// The commands over the flashcards of whoever learns.
    ///
    /// - Parameter flashcards: those of the active learner; asked for when a command needs them, never before.
    public init(flashcards: @escaping @Sendable () throws -> Flashcards) { self.flashcards = flashcards }

    public func contribute(to registry: inout Registry) {
        for collection in StoredStudyRepository.collections { registry.add(collection, to: .collections) }
        registry.add(StudyCommand(flashcards: flashcards).command, to: .commands)
        registry.add(DueCommand(flashcards: flashcards).command, to: .commands)
        registry.add(StatsCommand(flashcards: flashcards).command, to: .commands)
        registry.add(StudyCard(flashcards: flashcards).card, to: .homeCards)
    }
}
