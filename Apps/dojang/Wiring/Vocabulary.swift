import Composition
import Content
import Interface
import Kernel
import Learning
import Vocabulary
import VocabularyCommands

extension VocabularyPlugin {
    /// Creates the word builder with the words of the current user. Known words return by the
    /// user's scheduler.
    static func dojang(_ study: LearnerContext) -> some Plugin {
        VocabularyPlugin(
            builder: {
                let cards = try study.flashcards()
                return VocabularyBuilder(
                    cards.library.phrasebook(upTo: cards.learner.grade), log: cards.log,
                    scheduler: try cards.scheduler())
            },
            isChild: { try study.chosen().isChild },
            isPhrase: { korean in
                guard let packs = try? study.packs(nil).packs else { return false }
                return TechniqueGrammar(packs.flatMap(\.morphemes)).read(korean).phrase?.isBuildable ?? false
            })
    }
}
