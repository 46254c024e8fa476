import Content
import Practice

/// What a run of a lesson brought.
public struct LessonResults: Sendable {
    /// With its answers so far.
    public let run: Run<LessonExercise>
    /// The set, page or grade, for people.
    public let title: String
    /// How well the subjects that were met are known by now, 0…1000 each, in the order in which they came; none for reading.
    public let standings: [(subject: String, level: Int)]

    /// The targets that were not right, in the order in which they came.
    public var missed: [Target] { run.answers.filter { !$0.isRight }.map(\.target) }
}

extension Lessons {
    static let reading = "read"

    /// What a run brought so far.
    public func results(of run: Run<LessonExercise>) throws -> LessonResults {
        let (kind, tells) = (run.exercise.kind, run.exercise.activity != Lessons.reading)
        let known = tells ? try log.memories(of: kind) : []
        var seen: Set<String> = []
        let met = tells ? run.answers.map(\.target.subject).filter { seen.insert($0).inserted } : []
        return LessonResults(
            run: run, title: title(of: run.log), standings: met.map { ($0, level(of: $0, kind, in: known)) })
    }

    private func title(of run: LoggedRun) -> String {
        let sets = SparringSet.all(of: run.kind == .sparring ? book.exercises : [])
        let names = sets.map { ($0.id, $0.name) } + sets.flatMap(\.exercises).map { ($0.id, $0.name) }
        let pages = (run.kind == .theory ? book.topics : []).map { ($0.id, $0.title) }
        let name = (names + pages).first { $0.0 == run.subject }?.1 ?? Grade(id: run.subject).map { book.title(of: $0) }
        return name.map { "\(run.kind.title), \($0)" } ?? run.kind.title
    }
}
