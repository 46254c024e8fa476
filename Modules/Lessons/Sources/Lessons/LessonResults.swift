import Content
import Practice

/// The results of a lesson run.
package struct LessonResults: Sendable {
    package let run: Run<LessonExercise>
    package let title: String
    /// The present level of each subject in order of appearance, 0…1000, or empty for reading.
    package let levels: [(subject: String, level: Int)]

    /// The targets with wrong answers, in order.
    package var missed: [Target] { run.answers.filter { !$0.isRight }.map(\.target) }
}

extension LessonStudy {
    /// The activity of reading pages, which asks no questions.
    static let reading = "read"

    /// Returns the results of a run so far.
    package func results(of run: Run<LessonExercise>) throws -> LessonResults {
        let kind = run.exercise.kind
        let reportsLevels = run.exercise.activity != LessonStudy.reading
        let memories = reportsLevels ? try log.memories(of: kind) : []
        var seenSubjects: Set<String> = []
        let subjects =
            reportsLevels ? run.answers.map(\.target.subject).filter { seenSubjects.insert($0).inserted } : []
        return LessonResults(
            run: run, title: title(of: run.log), levels: subjects.map { ($0, level(of: $0, kind, in: memories)) })
    }

    /// Returns the kind of a run with the name of its set, exchange, page or grade.
    private func title(of run: LoggedRun) -> String {
        let sets = SparringSet.all(of: run.kind == .sparring ? book.exercises : [])
        let names = sets.map { ($0.id, $0.name) } + sets.flatMap(\.exercises).map { ($0.id, $0.name) }
        let pages = (run.kind == .theory ? book.topics : []).map { ($0.id, $0.title) }
        let name = (names + pages).first { $0.0 == run.subject }?.1 ?? Grade(id: run.subject).map { book.title(of: $0) }
        return name.map { "\(run.kind.title), \($0)" } ?? run.kind.title
    }
}
