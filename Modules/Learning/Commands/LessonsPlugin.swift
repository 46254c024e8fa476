import Guidance
import Kernel
import Learning
import Terminal

/// Brings lessons to an app: practice and quizzes of step sparring, line work, theory, mock gradings and the history of real ones.
public struct LessonsPlugin: Plugin {
    public let name = "Lessons"
    private let gradings: @Sendable () throws -> Gradings

    /// The commands over the lessons of whoever learns.
    ///
    /// - Parameter gradings: those of the active learner, with the lessons beneath; asked for when a command needs them, never before.
    public init(gradings: @escaping @Sendable () throws -> Gradings) { self.gradings = gradings }

    public func contribute(to registry: inout Registry) {
        let lessons: @Sendable () throws -> Lessons = { [gradings] in try gradings().lessons }
        registry.add(Belongings(.progress, [Grading.collection]))
        let commands =
            SparringLessonDesk(lessons: lessons).commands + LineWorkDesk(lessons: lessons).commands
            + TheoryLessonDesk(lessons: lessons).commands + GradingDesk(gradings: gradings).commands
        registry.add(all: commands, to: .commands)
        registry.add(GradeSheetDesk(gradings: gradings).command, to: .commands)
        registry.add(all: TestDesk(lessons: lessons).commands, to: .commands)
        registry.add(all: TestLists(lessons: lessons).commands, to: .commands)
        registry.add(PlaceDesk(lessons: lessons).command, to: .commands)
        registry.add(PlaceDesk(lessons: lessons).card, to: .homeCards)
        registry.add(DrillDesk(lessons: lessons).command, to: .commands)
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
        registry.add(all: LessonsHelp.tours(lessons), to: .tours)
        registry.add(all: LessonsHelp.topics, to: .helpTopics)
        registry.add(all: LessonsHelp.groups, to: .commandGroups)
        registry.add(all: LessonsHelp.questions, to: .questions)
        registry.add(all: LessonsHelp.tips, to: .tips)
    }
}
