import Guidance
import Kernel
import Practice
import Terminal
import Vocabulary

/// Brings the vocabulary builder to an app. What it keeps beside its results is Practice's, whose collections another plugin brings.
public struct VocabularyPlugin: Plugin {
    public let name = "Vocabulary"
    private let builder: @Sendable () throws -> VocabularyBuilder
    private let commands: [Command]
    private let isPhrase: @Sendable (String) -> Bool

    /// The builder of whoever learns. What is theirs is asked for when a command needs it, never before.
    ///
    /// - Parameters:
    ///   - builder: of the active learner.
    ///   - isChild: whether it is a small child who builds: words to choose, a few at a time, and praise.
    ///   - isPhrase: whether these words of Korean are a phrase that can be built, whoever asks.
    public init(
        builder: @escaping @Sendable () throws -> VocabularyBuilder, isChild: @escaping @Sendable () throws -> Bool = { false },
        isPhrase: @escaping @Sendable (_ korean: String) -> Bool
    ) {
        commands = VocabularyDesk(builder: builder, isChild: isChild).commands
        (self.builder, self.isPhrase) = (builder, isPhrase)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Belongings(.progress, VocabularyBuilder.collections, isMissed: false))
        registry.add(all: commands, to: .commands)
        registry.add(
            Sequel("vocabulary", "Practice this phrase in Vocabulary Builder") { [isPhrase] term, korean in
                isPhrase(korean) ? "words --term \(term)" : nil
            }, to: .sequels)
        registry.add(all: VocabularyHelp.topics, to: .helpTopics)
        registry.add(all: VocabularyHelp.groups, to: .commandGroups)
        registry.add(all: VocabularyHelp.tours(builder), to: .tours)
        registry.add(all: VocabularyHelp.tips, to: .tips)
        registry.add(VocabularyHelp.news, to: .news)
    }
}
