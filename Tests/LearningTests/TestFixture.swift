import Content
import Kernel
import Learning
import LearningCommands
import Practice
import TerminalContract
import TestBench

/// A learner who sits tests, with the bundled content.
extension LessonFixture {
    func examiner(seed: UInt64 = 1, mode: LearningMode = .mastery) throws -> Examiner {
        try Examiner(lessons(seed: seed, mode: mode))
    }

    /// The app with lessons alone, and study over the same store.
    func app() throws -> AppBench {
        let learner = Learner(grade: try grade(), mode: .mastery)
        let library = try LessonFixture.shelf.library()
        return AppBench("dojang", over: base.store, time: base.time) {
            [
                LearningPlugin(
                    flashcards: { Flashcards(library: library, learner: learner, log: self.base.log()) }, log: { self.base.log() }
                ),
                LessonsPlugin { try self.gradings() },
            ]
        }
    }
}

extension Examiner {
    /// Answers what comes next: rightly, wrongly, or that one does not know.
    func answer(_ how: How, in run: inout Run<TestExercise>) throws {
        guard let task = try log.task(in: &run), let key = task.key else { return }
        let place = task.choices.firstIndex { how == .right ? $0 == key.answer : $0 != key.answer }
        let text = how == .unknown ? "" : place.map { String($0 + 1) } ?? ""
        try log.answer(.text(text), to: task, milliseconds: 1000, in: &run)
    }

    enum How { case right, wrong, unknown }

    /// Goes through the rest, and finishes.
    func sit(_ run: inout Run<TestExercise>, _ how: (TestItem) throws -> How) throws {
        while let item = run.item { try answer(how(item), in: &run) }
        try log.finish(&run)
    }
}
