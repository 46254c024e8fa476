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
    private let book: DueBook
    private let noted = NotedToday()
    private let planner: (@Sendable () throws -> GradingPlanner)?
    private let log: @Sendable () throws -> PracticeLog
    private let bell: StudyBell
    private let voice: Voice.Maker

    /// The commands over the study of whoever learns. What is theirs is asked for when a command needs it, never before.
    ///
    /// - Parameters:
    ///   - flashcards: those of the active learner.
    ///   - patterns: theirs too; nil in an app without patterns.
    ///   - lessons: theirs, of which `due` tells what comes back; nil in an app without lessons.
    ///   - log: where both keep what was practised.
    ///   - words: the learner's own words and sets; nil in an app without.
    ///   - gradings: theirs, for a grading to learn towards and the daily training; nil in an app without.
    ///   - voice: says words aloud.
    ///   - isBegun: whether there is a learner on this device; asking makes none.
    public init(
        flashcards: @escaping @Sendable () throws -> Flashcards, patterns: (@Sendable () throws -> PatternTraining)? = nil,
        log: @escaping @Sendable () throws -> PracticeLog, words: (@Sendable () throws -> OwnWords)? = nil,
        lessons: (@Sendable () throws -> Lessons)? = nil, gradings: (@Sendable () throws -> Gradings)? = nil,
        voice: @escaping Voice.Maker = { _ in .silent },
        isBegun: @escaping @Sendable () throws -> Bool = { true }
    ) {
        self.voice = voice
        (self.flashcards, self.patterns, self.words) = (flashcards, patterns, words)
        let planner = gradings.map { gradings in { @Sendable in try GradingPlanner(gradings(), flashcards()) } }
        (self.planner, self.log) = (planner, log)
        book = DueBook(patterns: patterns, lessons: lessons)
        bell = StudyBell(
            flashcards: flashcards, log: log, isBegun: isBegun, noted: noted,
            ahead: { try planner.flatMap { try PlanLine($0())?.text } })
    }

    public func contribute(to registry: inout Registry) {
        registry.add(StudySettings.belongings)
        registry.add(to: .commands) { [flashcards, voice, words] whole in
            let voice = voice(Recordings(whole.all(.recordings)))
            return [StudyCommand(flashcards: flashcards, voice: voice).command]
                + (words.map { [SetStudy(flashcards: flashcards, words: $0, voice: voice).command] } ?? [])
        }
        registry.add(SettingsCommand(flashcards: flashcards).command, to: .commands)
        registry.add(all: ScheduleDesk().commands + CardScheduleDesk(flashcards: flashcards).commands, to: .commands)
        registry.add(all: WordDesk(flashcards: flashcards).commands, to: .commands)
        registry.add(LoadCommand(flashcards: flashcards).command, to: .commands)
        registry.add(DueCommand(flashcards: flashcards, book: book).command, to: .commands)
        registry.add(StatsCommand(flashcards: flashcards).command, to: .commands)
        if let patterns {
            registry.add(all: PatternTrainingDesk(training: patterns).commands, to: .commands)
            registry.add(PatternProgress(patterns), to: .patternProgress)
        }
        if let planner, let patterns { contribute(planner, patterns, to: &registry) }
        registry.add(StudyCard(flashcards: flashcards, patterns: patterns, noted: noted).card, to: .homeCards)
        registry.add(bell.reminder, to: .reminders)
        registry.add(bell.status, to: .statusItems)
        registry.add(bell.headway, to: .headway)
        registry.add(all: StudyHelp.welcome, to: .welcomeSteps)
        registry.add(all: StudyTours(flashcards: flashcards, patterns: patterns).tours, to: .tours)
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

    /// A grading to learn towards, and the training that follows it.
    private func contribute(
        _ planner: @escaping @Sendable () throws -> GradingPlanner, _ patterns: @escaping @Sendable () throws -> PatternTraining,
        to registry: inout Registry
    ) {
        let training: @Sendable () throws -> Training = { try Training(planner(), patterns()) }
        registry.add(Belongings(.progress, [PlannedGrading.collection], isMissed: false))
        registry.add(to: .commands) { whole in [TrainDesk(training: training, homework: whole.all(.homework)).command] }
        registry.add(PlanDesk(planner: planner).command, to: .commands)
        registry.add(PlanCard(log: log, planner: planner, training: training, noted: noted).card, to: .homeCards)
        registry.add(all: PlanHelp.topics, to: .helpTopics)
        registry.add(all: PlanHelp.groups, to: .commandGroups)
        registry.add(all: PlanHelp.tips, to: .tips)
        registry.add(PlanHelp.news, to: .news)
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
