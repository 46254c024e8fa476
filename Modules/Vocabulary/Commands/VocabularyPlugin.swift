import Guidance
import Interface
import Kernel
import Practice
import Vocabulary

/// A plugin that adds the vocabulary builder to an app.
///
/// Practice keeps its other records, and another plugin adds the collections for them.
package struct VocabularyPlugin: Plugin {
    package let name = "Vocabulary"
    private let builder: @Sendable () throws -> VocabularyBuilder
    private let commands: [Command]
    private let isPhrase: @Sendable (String) -> Bool

    /// Creates the builder of the current learner, whose data is loaded only when a command needs
    /// it.
    ///
    /// - Parameters:
    ///   - builder: the builder of the active learner.
    ///   - isChild: whether the learner is a small child, who receives words to choose, short
    ///     sessions, and praise.
    ///   - isPhrase: whether Korean words form a phrase that can be built, for any learner.
    package init(
        builder: @escaping @Sendable () throws -> VocabularyBuilder,
        isChild: @escaping @Sendable () throws -> Bool = { false },
        isPhrase: @escaping @Sendable (_ korean: String) -> Bool
    ) {
        commands = WordBuilderCommands(builder: builder, isChild: isChild).commands
        self.builder = builder
        self.isPhrase = isPhrase
    }

    package func contribute(to registry: inout Registry) {
        registry.add(SyncPolicy(.progress, VocabularyBuilder.collections, keepsSupersededVersions: false))
        registry.add(all: commands, to: .commands)
        registry.add(
            RelatedCommand("vocabulary", "Practice this phrase in Vocabulary Builder") { [isPhrase] term, korean in
                isPhrase(korean) ? "words --term \(term)" : nil
            }, to: .relatedCommands)
        registry.add(all: VocabularyHelp.topics, to: .helpTopics)
        registry.add(all: VocabularyHelp.groups, to: .commandGroups)
        registry.add(all: VocabularyHelp.tours(builder), to: .tours)
        registry.add(all: VocabularyHelp.tips, to: .tips)
        registry.add(VocabularyHelp.news, to: .news)
    }
}
