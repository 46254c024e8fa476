import Focus
import Terminal

/// The commands that look back, and write down what was forgotten.
struct Review: Sendable {
    let log: FocusLog
    let journey: Journey
    let history: FocusHistory
    let tasks: TaskList
    let goals: FocusGoals

    var commands: [Command] {
        let sessions = SessionDesk(log: log, tasks: tasks, goals: goals)
        let insights = JourneyDesk(journey: journey, goals: goals, time: log.time)
        let aims = GoalDesk(goals: goals)
        return [
            StatsDesk(history: history, goals: goals, time: log.time).stats, sessions.add, sessions.edit, sessions.delete,
            insights.overview, insights.week, insights.day, insights.repair, insights.pause, aims.show, aims.day, aims.week,
            ReportDesk(history: history, journey: journey, time: log.time).command,
        ]
    }
}
