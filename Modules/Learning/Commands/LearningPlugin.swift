import Content
import Guidance
import Kernel
import Learning
import Practice
import PracticeCommands
import Reminders
import Speech
import Terminal

/// Brings study to an app: `study`, `due`, `stats`, practice of patterns, and where the learner stands on the first screen.
public struct LearningPlugin: Plugin {
    public let name = "Learning"
    private let flashcards: @Sendable () throws -> Flashcards
    private let patterns: (@Sendable () throws -> PatternTraining)?
    private let words: (@Sendable () throws -> OwnWords)?
    private let bell: StudyBell
    private let voice: Voice.Maker

    /// The commands over the study of whoever learns. What is theirs is asked for when a command needs it, never before.
    ///
    /// - Parameters:
    ///   - flashcards: those of the active learner.
    ///   - patterns: theirs too; nil in an app without patterns.
    ///   - log: where both keep what was practised.
    ///   - words: the learner's own words and sets; nil in an app without.
    ///   - voice: says words aloud.
    ///   - isBegun: whether there is a learner on this device; asking makes none.
    public init(
        flashcards: @escaping @Sendable () throws -> Flashcards, patterns: (@Sendable () throws -> PatternTraining)? = nil,
        log: @escaping @Sendable () throws -> PracticeLog, words: (@Sendable () throws -> OwnWords)? = nil,
        voice: @escaping Voice.Maker = { _ in .silent },
        isBegun: @escaping @Sendable () throws -> Bool = { true }
    ) {
        self.voice = voice
        (self.flashcards, self.patterns, self.words) = (flashcards, patterns, words)
        bell = StudyBell(flashcards: flashcards, log: log, isBegun: isBegun)
    }

    public func contribute(to registry: inout Registry) {
        let own: [any StoredCollection] = [StudySettings.collection, WordCare.collection]
        registry.add(collections: StoredPracticeRepository.collections + FormerStudy.collections + own)
        registry.add(to: .commands) { [flashcards, voice, words] whole in
            let voice = voice(Recordings(whole.all(.recordings)))
            return [StudyCommand(flashcards: flashcards, voice: voice).command]
                + (words.map { [SetStudy(flashcards: flashcards, words: $0, voice: voice).command] } ?? [])
        }
        registry.add(SettingsCommand(flashcards: flashcards).command, to: .commands)
        registry.add(all: ScheduleDesk().commands + CardScheduleDesk(flashcards: flashcards).commands, to: .commands)
        registry.add(all: WordDesk(flashcards: flashcards).commands, to: .commands)
        registry.add(LoadCommand(flashcards: flashcards).command, to: .commands)
        registry.add(DueCommand(flashcards: flashcards).command, to: .commands)
        registry.add(StatsCommand(flashcards: flashcards).command, to: .commands)
        if let patterns {
            registry.add(all: PatternTrainingDesk(training: patterns).commands, to: .commands)
            registry.add(PatternProgress(patterns), to: .patternProgress)
        }
        registry.add(StudyCard(flashcards: flashcards).card, to: .homeCards)
        registry.add(bell.reminder, to: .reminders)
        registry.add(bell.status, to: .statusItems)
        registry.add(bell.headway, to: .headway)
        registry.add(all: StudyHelp.welcome, to: .welcomeSteps)
        registry.add(all: StudyHelp.tours, to: .tours)
        registry.add(all: StudyHelp.topics + ScheduleHelp.topics, to: .helpTopics)
        registry.add(all: StudyHelp.groups + ScheduleHelp.groups, to: .commandGroups)
        registry.add(all: StudyHelp.questions, to: .questions)
        registry.add(all: StudyHelp.tips + ScheduleHelp.tips, to: .tips)
        registry.add(all: SoundHelp.topics, to: .helpTopics)
        registry.add(all: SoundHelp.tips, to: .tips)
        registry.add(StudyHelp.foundation, to: .releaseNotes)
    }
}

extension PatternProgress {
    /// What a learner has practised.
    fileprivate init(_ patterns: @escaping @Sendable () throws -> PatternTraining) {
        self.init {
            let standings = try patterns().standings().map { standing in
                (standing.heading.id, Standing(mastery: Double(standing.level) / 1000, opensAt: standing.opensAt?.id))
            }
            return Dictionary(standings) { first, _ in first }
        }
    }
}
