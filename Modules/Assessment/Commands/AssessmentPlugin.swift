import Assessment
import Guidance
import Interface
import Kernel
import Learning
import LearningCommands
import Lessons

/// The plugin that adds tests, placement, drill, mock gradings and the history of real gradings to
/// an app.
package struct AssessmentPlugin: Plugin {
    package let name = "Assessment"
    private let gradings: @Sendable () throws -> Gradings

    /// Creates the plugin for the active learner.
    ///
    /// - Parameter gradings: the learner's gradings and lessons, loaded only when a command needs
    ///   them.
    package init(gradings: @escaping @Sendable () throws -> Gradings) { self.gradings = gradings }

    package func contribute(to registry: inout Registry) {
        let lessons: @Sendable () throws -> LessonStudy = { [gradings] in try gradings().lessons }
        registry.add(SyncPolicy(.progress, [Grading.collection]))
        registry.add(all: GradingCommands(gradings: gradings).commands, to: .commands)
        registry.add(GradeSheetCommand(gradings: gradings).command, to: .commands)
        registry.add(all: TestCommands(lessons: lessons).commands, to: .commands)
        registry.add(all: TestLists(lessons: lessons).commands, to: .commands)
        registry.add(PlacementCommand(lessons: lessons).command, to: .commands)
        registry.add(PlacementCommand(lessons: lessons).card, to: .homeCards)
        registry.add(DrillCommand(lessons: lessons).command, to: .commands)
        registry.add(SessionWords.tests, to: .sessionWords)
        registry.add(all: DrillHelp.topics, to: .helpTopics)
        registry.add(all: DrillHelp.groups, to: .commandGroups)
        registry.add(all: DrillHelp.tips, to: .tips)
        registry.add(DrillHelp.news, to: .news)
        registry.add(all: TestHelp.tours(lessons), to: .tours)
        registry.add(all: TestHelp.topics, to: .helpTopics)
        registry.add(all: TestHelp.groups, to: .commandGroups)
        registry.add(all: TestHelp.tips, to: .tips)
        registry.add(TestHelp.news, to: .news)
        registry.add(LessonsCard(gradings: gradings).card, to: .homeCards)
        registry.add(all: GradingHelp.topics, to: .helpTopics)
        registry.add(all: GradingHelp.groups, to: .commandGroups)
        registry.add(all: GradingHelp.questions, to: .questions)
        registry.add(all: GradingHelp.tips, to: .tips)
    }
}
