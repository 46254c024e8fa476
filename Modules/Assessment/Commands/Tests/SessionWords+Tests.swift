import Assessment
import Kernel
import LearningCommands
import Practice

extension SessionWords {
    /// The title of a test, and the questions answered of those planned.
    static let tests = SessionWords(.tests) { run in
        let plan = try? run.settings.decoded(TestPlan.self)
        return plan.map { ($0.sort.title, SessionWords.progressText(of: $0, in: run)) }
    }

    /// Returns the progress of a test as text.
    ///
    /// A test can add questions while it runs, and the length of a placement is unknown until its
    /// end.
    private static func progressText(of plan: TestPlan, in run: LoggedRun) -> String {
        guard run.place > 0 else { return "just begun" }
        return plan.least < plan.length
            ? "\(counted(run.place, "question")) answered"
            : "\(run.place) of \(counted(plan.length, "question")) answered"
    }
}
