import Assessment
import AssessmentCommands
import Content
import Kernel
import Learning
import LearningCommands
import LessonsCommands
import LessonsTesting
import Practice
import TerminalTesting
import TestSupport

/// A learner who takes tests, over the bundled content.
extension LessonFixture {
    func examiner(seed: UInt64 = 1, mode: LearningMode = .mastery) throws -> Examiner {
        try Examiner(lessons(seed: seed, mode: mode))
    }

    /// Returns the app with lessons, gradings and flashcards over the same store.
    func app() throws -> AppFixture {
        let learner = Learner(grade: try grade(), mode: .mastery)
        let library = try LessonFixture.blobStore.library()
        return AppFixture("dojang", over: base.store, time: base.time) {
            [
                LearningPlugin(
                    flashcards: { Flashcards(library: library, learner: learner, log: self.base.log()) },
                    log: { self.base.log() }
                ),
                LessonsPlugin { try self.lessons() },
                AssessmentPlugin { try self.gradings() },
            ]
        }
    }
}

extension Examiner {
    /// Answers the next question right, wrong, or with "don't know".
    func answer(_ kind: AnswerKind, in run: inout Run<TestExercise>) throws {
        guard let task = try log.task(in: &run), let key = task.key else { return }
        let place = task.choices.firstIndex { kind == .right ? $0 == key.answer : $0 != key.answer }
        let text = kind == .unknown ? "" : place.map { String($0 + 1) } ?? ""
        try log.answer(.text(text), to: task, milliseconds: 1000, in: &run)
    }

    enum AnswerKind { case right, wrong, unknown }

    /// Answers the remaining questions and finishes the run.
    func sit(_ run: inout Run<TestExercise>, _ kind: (TestItem) throws -> AnswerKind) throws {
        while let item = run.item { try answer(kind(item), in: &run) }
        try log.finish(&run)
    }
}
