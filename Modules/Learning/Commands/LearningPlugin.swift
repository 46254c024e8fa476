import Kernel
import Learning
import Practice
import Terminal

/// Brings study to an app: `study`, `due`, `stats`, practice of patterns, and where the learner stands on the first screen.
public struct LearningPlugin: Plugin {
    public let name = "Learning"
    private let flashcards: @Sendable () throws -> Flashcards
    private let patterns: (@Sendable () throws -> PatternTraining)?

    /// The commands over the study of whoever learns.
    ///
    /// - Parameters:
    ///   - flashcards: those of the active learner; asked for when a command needs them, never before.
    ///   - patterns: theirs too; nil in an app without patterns.
    public init(
        flashcards: @escaping @Sendable () throws -> Flashcards, patterns: (@Sendable () throws -> PatternTraining)? = nil
    ) {
        (self.flashcards, self.patterns) = (flashcards, patterns)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: StoredPracticeRepository.collections + FormerStudy.collections)
        registry.add(StudyCommand(flashcards: flashcards).command, to: .commands)
        registry.add(DueCommand(flashcards: flashcards).command, to: .commands)
        registry.add(StatsCommand(flashcards: flashcards).command, to: .commands)
        if let patterns {
            for command in PatternTrainingDesk(training: patterns).commands { registry.add(command, to: .commands) }
        }
        registry.add(StudyCard(flashcards: flashcards).card, to: .homeCards)
    }
}
