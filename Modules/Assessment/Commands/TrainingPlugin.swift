import Assessment
import Guidance
import Interface
import Kernel
import Learning
import LearningCommands
import Lessons
import Practice

/// The plugin that adds the grading plan and the daily training that follows it to an app.
package struct TrainingPlugin: Plugin {
    package let name = "Training"
    private let log: @Sendable () throws -> PracticeLog
    private let planner: @Sendable () throws -> GradingPlanner
    private let patterns: @Sendable () throws -> PatternTraining
    /// The line of the first screen, which the reminder of the same day reuses.
    private let todaysLine = TodayCache<String>()

    /// Creates the plugin for the active learner, whose data is loaded only when a command needs
    /// it.
    ///
    /// - Parameters:
    ///   - log: the practice log of all exercises.
    ///   - flashcards: the learner's flashcards.
    ///   - patterns: the learner's pattern training.
    ///   - gradings: the learner's gradings and lessons.
    package init(
        log: @escaping @Sendable () throws -> PracticeLog, flashcards: @escaping @Sendable () throws -> Flashcards,
        patterns: @escaping @Sendable () throws -> PatternTraining, gradings: @escaping @Sendable () throws -> Gradings
    ) {
        self.log = log
        self.patterns = patterns
        planner = { try GradingPlanner(gradings(), flashcards()) }
    }

    package func contribute(to registry: inout Registry) {
        let training: @Sendable () throws -> Training = { [planner, patterns] in try Training(planner(), patterns()) }
        registry.add(SyncPolicy(.progress, [PlannedGrading.collection], keepsSupersededVersions: false))
        registry.add(to: .commands) { registry in
            [TrainCommand(training: training, homework: registry.all(.homework)).command]
        }
        registry.add(PlanCommand(planner: planner).command, to: .commands)
        registry.add(PlanCard(log: log, planner: planner, training: training, noted: todaysLine).card, to: .homeCards)
        registry.add(
            StudyNotice { [planner, todaysLine] day in try todaysLine.removeValue(day) ?? PlanLine(planner())?.text },
            to: .studyNotices)
        registry.add(all: PlanHelp.topics, to: .helpTopics)
        registry.add(all: PlanHelp.groups, to: .commandGroups)
        registry.add(all: PlanHelp.tips, to: .tips)
        registry.add(PlanHelp.news, to: .news)
    }
}
