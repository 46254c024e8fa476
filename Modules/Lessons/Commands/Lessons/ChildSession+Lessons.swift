import Interface
import Kernel
import LearningCommands
import Lessons
import Practice

extension ChildSession {
    /// Returns the closing text of a lesson.
    static func ending(of run: Run<LessonExercise>) -> [Block] {
        let kind = run.exercise.kind
        let activity = run.exercise.activity
        let noun =
            activity == "read" ? "page" : kind == .lineWork ? "line" : activity == "practice" ? "exchange" : "question"
        return ending(
            done: run.answers.count, known: noun == "question" ? run.right : 0, noun, streak: 0, seed: run.log.seed)
    }
}
