import Content
import Guidance
import Interface
import Kernel
import LearningCommands
import Lessons

/// The plugin that adds pattern training to an app: `pattern practice`, `pattern quiz` and
/// `pattern test`.
package struct PatternsPlugin: Plugin {
    package let name = "Patterns"
    private let patterns: @Sendable () throws -> PatternTraining

    /// Creates the plugin for the active learner.
    ///
    /// - Parameter patterns: the learner's pattern training, loaded only when a command needs it.
    package init(patterns: @escaping @Sendable () throws -> PatternTraining) { self.patterns = patterns }

    package func contribute(to registry: inout Registry) {
        registry.add(all: PatternTrainingCommands(training: patterns).commands, to: .commands)
        registry.add(PatternProgress(patterns), to: .patternProgress)
        registry.add(DueItems([.movements]) { [patterns] in try patterns().due(by: $0) }, to: .dueItems)
        registry.add(PatternTours.moves(patterns), to: .tours)
        registry.add(all: PatternHelp.topics, to: .helpTopics)
        registry.add(all: PatternHelp.groups, to: .commandGroups)
        registry.add(all: PatternHelp.tips, to: .tips)
    }
}

extension PatternProgress {
    fileprivate init(_ patterns: @escaping @Sendable () throws -> PatternTraining) {
        self.init {
            let statuses = try patterns().masteries().map { mastery in
                (mastery.heading.id, Status(mastery: Double(mastery.level) / 1000, opensAt: mastery.opensAt?.id))
            }
            return Dictionary(statuses) { first, _ in first }
        }
    }
}
