import Assessment
import Interface
import Kernel
import LearningCommands
import Practice

/// The next grading on the first screen, shown only if a date is set.
struct PlanCard {
    let log: @Sendable () throws -> PracticeLog
    let planner: @Sendable () throws -> GradingPlanner
    let training: @Sendable () throws -> Training
    /// The cache that passes today's line to the reminder.
    let noted: TodayCache<String>

    var card: HomeCard {
        // The card comes after the study card, which has loaded the words already.
        HomeCard("gradingPlan", order: 21) {
            let log = try log()
            let resumeStep = try log.unfinishedTraining() == nil ? nil : continueStep(training())
            guard try log.plannedGrading() != nil else {
                return HomeCard.Content(blocks: [], suggestedStep: resumeStep, members: [.init("set", .bool(false))])
            }
            let planner = try planner()
            guard let line = try PlanLine(planner) else {
                return HomeCard.Content(blocks: [], suggestedStep: resumeStep, members: [])
            }
            noted.record(line.text, on: log.today)
            let hasTrained = try log.days(on: log.today).contains { $0.kind == .training }
            let step = HomeCard.Step("train", because: "what today brings for your grading", rank: 15)
            return HomeCard.Content(
                blocks: [.paragraph(StyledText(declared: line.text, .accent))], at: .above,
                suggestedStep: resumeStep ?? (line.outlook == nil || hasTrained ? nil : step),
                members: PlanCard.members(line),
                next: ["grading plan"] + (hasTrained ? line.otherCommands : []))
        }
    }

    /// Returns the step that resumes today's unfinished training, or nil if there is none.
    private func continueStep(_ training: Training) throws -> HomeCard.Step? {
        try training.unfinished().map {
            HomeCard.Step(
                "train",
                because: training.isForChild ? "let us go on!" : "resumes at \($0.place + 1) of \($0.items.count)",
                rank: 5)
        }
    }

    /// Returns the planned grading and the readiness for `--json`.
    private static func members(_ line: PlanLine) -> [OutputValue.Member] {
        [
            .init("set", .bool(true)), .init("grade", .text(line.planned.grade.id)),
            .init("day", .day(line.planned.day)),
            .init("daysLeft", line.outlook.map { .integer($0.daysLeft) } ?? .null),
            .init("passing", line.outlook.map { .number(($0.passing.expected * 1000).rounded() / 1000) } ?? .null),
            .init("line", .text(line.text)),
        ]
    }
}
