import Guidance
import Interface
import Kernel
import Learning
import LearningCommands
import Lessons

/// The plugin that adds lessons to an app: step sparring, line work and theory.
package struct LessonsPlugin: Plugin {
    package let name = "Lessons"
    private let lessons: @Sendable () throws -> LessonStudy

    /// Creates the plugin for the active learner.
    ///
    /// - Parameter lessons: the learner's lessons, loaded only when a command needs them.
    package init(lessons: @escaping @Sendable () throws -> LessonStudy) { self.lessons = lessons }

    package func contribute(to registry: inout Registry) {
        let commands =
            SparringLessonCommands(lessons: lessons).commands + LineWorkCommands(lessons: lessons).commands
            + TheoryLessonCommands(lessons: lessons).commands
        registry.add(all: commands, to: .commands)
        registry.add(DueItems(DueSort.lessons) { [lessons] in try lessons().due(by: $0) }, to: .dueItems)
        registry.add(all: LessonsHelp.tours(lessons), to: .tours)
        registry.add(all: LessonsHelp.topics, to: .helpTopics)
        registry.add(all: LessonsHelp.groups, to: .commandGroups)
        registry.add(all: LessonsHelp.tips, to: .tips)
    }
}

extension DueSort {
    /// The sorts of due items that lessons practice.
    fileprivate static let lessons = Set(allCases.filter { $0.kind != .patterns })
}
