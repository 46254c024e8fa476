import Content
import Guidance
import Interface
import Kernel
import Learning
import Practice
import PracticeCommands
import Reminders
import Sound

/// The plugin that adds study to an app: `study`, `due`, `stats`, and the learner's progress on the
/// first screen.
package struct LearningPlugin: Plugin {
    package let name = "Learning"
    private let flashcards: @Sendable () throws -> Flashcards
    private let words: (@Sendable () throws -> OwnWords)?
    /// The number of due cards on the first screen, which the reminder of the same day reuses.
    private let dueCountCache = TodayCache<Int>()
    private let status: StudyStatus
    private let voice: Voice.Maker

    /// Creates the plugin for the active learner, whose data is loaded only when a command needs
    /// it.
    ///
    /// - Parameters:
    ///   - flashcards: the learner's flashcards.
    ///   - log: the practice log of all exercises.
    ///   - words: the learner's own words and sets, or nil in an app without them.
    ///   - voice: the voice that speaks words.
    ///   - isBegun: whether a learner exists on this device. The check creates none.
    package init(
        flashcards: @escaping @Sendable () throws -> Flashcards,
        log: @escaping @Sendable () throws -> PracticeLog, words: (@Sendable () throws -> OwnWords)? = nil,
        voice: @escaping Voice.Maker = { _ in .silent },
        isBegun: @escaping @Sendable () throws -> Bool = { true }
    ) {
        self.voice = voice
        self.flashcards = flashcards
        self.words = words
        status = StudyStatus(flashcards: flashcards, log: log, isBegun: isBegun, noted: dueCountCache)
    }

    package func contribute(to registry: inout Registry) {
        registry.add(StudySettings.syncPolicies)
        registry.add(to: .commands) { [flashcards, voice, words] registry in
            let voice = voice(Recordings(registry.all(.recordings)))
            return [StudyCommand(flashcards: flashcards, voice: voice).command]
                + (words.map { [SetStudy(flashcards: flashcards, words: $0, voice: voice).command] } ?? [])
        }
        registry.add(SettingsCommand(flashcards: flashcards).command, to: .commands)
        registry.add(all: ReplayCommand().commands + ScheduleCommands(flashcards: flashcards).commands, to: .commands)
        registry.add(all: WordCommands(flashcards: flashcards).commands, to: .commands)
        registry.add(LoadCommand(flashcards: flashcards).command, to: .commands)
        registry.add(to: .commands) { [flashcards] registry in
            [DueCommand(flashcards: flashcards, others: DueItemsQuery(registry.all(.dueItems))).command]
        }
        registry.add(StatsCommand(flashcards: flashcards).command, to: .commands)
        registry.add(to: .homeCards) { [flashcards, dueCountCache] registry in
            [
                StudyCard(
                    flashcards: flashcards, due: DueItemsQuery(registry.all(.dueItems)),
                    sessions: registry.all(.sessionWords), noted: dueCountCache
                ).card
            ]
        }
        registry.add(to: .reminders) { [status] registry in [status.reminder(registry.all(.studyNotices))] }
        registry.add(status.status, to: .statusItems)
        registry.add(status.usage, to: .usage)
        registry.add(all: StudyHelp.welcome, to: .welcomeSteps)
        registry.add(StudyTours(flashcards: flashcards).cards, to: .tours)
        registry.add(all: StudyHelp.topics + ScheduleHelp.topics, to: .helpTopics)
        registry.add(all: StudyHelp.groups + ScheduleHelp.groups, to: .commandGroups)
        registry.add(all: StudyHelp.questions, to: .questions)
        registry.add(all: StudyHelp.tips + ScheduleHelp.tips, to: .tips)
        registry.add(all: SoundHelp.topics, to: .helpTopics)
        registry.add(all: SoundHelp.tips, to: .tips)
        registry.add(SoundHelp.news, to: .news)
        registry.add(StudyHelp.foundation, to: .releaseNotes)
        registry.add(StudyHelp.news, to: .news)
    }
}
