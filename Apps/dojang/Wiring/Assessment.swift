import Assessment
import Content
import Kernel
import Learning
import Lessons
import Practice
import Profiles

extension LearnerContext {
    func gradings() throws -> Gradings {
        let profile = try chosen()
        let history = GradingHistory(store.scoped(to: profile.partition), belt: beltHolder(of: profile.id))
        return Gradings(try lessons(of: profile), book: history, ids: environment.ids)
    }

    /// Returns the names of the current belt and of the belt after a grading, or nil if the grading
    /// is already recorded.
    func preview(_ result: String, for target: String, on day: Day) throws -> (belt: String, reached: String)? {
        let lessons = try lessons()
        let own = try learner().grade
        let result = Grading.Result(rawValue: result) ?? .fail
        let grade = try lessons.book.belts.belt(named: target).grade
        let isKnown = try gradings().history().contains {
            $0.kind == .real && $0.grade == grade && $0.day == day && $0.result == result
        }
        guard !isKnown else { return nil }
        let reached =
            switch result {
            case .fail, .abandoned: own
            case .pass: grade
            case .double: lessons.book.belts.belt(after: grade)?.grade ?? grade
            }
        return (lessons.book.title(of: own), lessons.book.title(of: max(own, reached)))
    }

    func recordGrading(_ result: String, for target: String, on day: Day, _ note: String) throws {
        let grade = try lessons().book.belts.belt(named: target).grade
        _ = try gradings().record(for: grade, on: day, Grading.Result(rawValue: result) ?? .fail, note: note)
    }

    /// Returns the user's progress in theory, patterns, attendance or gradings.
    ///
    /// Theory and patterns have a level for each part. Attendance and gradings have recorded
    /// entries only.
    func progress(in area: String) throws -> (levels: [(title: String, level: Int)], noted: [String]) {
        switch area {
        case "theory": (try pageLevels(), [])
        case "patterns": (try patternLevels(), [])
        case "attendance":
            (
                [],
                Set(try practised(since: environment.time.today().adding(days: -29)).map(\.day)).sorted().map(
                    \.description)
            )
        default:
            (
                [],
                try gradings().history().filter { $0.kind == .real }.map {
                    "\($0.day), \($0.grade): \($0.result.rawValue)"
                }
            )
        }
    }

    /// Returns the belt of a profile, read and changed within the grading's transaction.
    private func beltHolder(of id: Identifier<Profile>) -> BeltHolder {
        let profile: @Sendable (borrowing Transaction) throws -> Profile = { transaction in
            guard let profile = try transaction.record(id) else {
                throw Failure(
                    .profileNotFound, "The profile has been deleted in the meantime.",
                    advice: "`profile list` shows all profiles.")
            }
            return profile
        }
        return BeltHolder(
            grade: { transaction in try transaction.scoped(to: .common) { try learner(profile($0)).grade } },
            move: { grade, transaction in
                try transaction.scoped(to: .common) { common in
                    var changed = try profile(common)
                    changed.belt = grade.id
                    try common.put(changed)
                }
            })
    }
}
