import Focus
import Interface

/// The commands that show past focus and add forgotten sessions.
struct HistoryCommandList: Sendable {
    let log: FocusLog
    let journey: Journey
    let history: FocusHistory
    let tasks: TaskList
    let goals: FocusGoals

    var commands: [Command] {
        let sessions = SessionEditCommands(log: log, tasks: tasks, goals: goals)
        let insights = JourneyCommands(journey: journey, goals: goals, time: log.time)
        let aims = GoalCommands(goals: goals)
        return [
            StatsCommands(history: history, goals: goals, time: log.time).stats, sessions.add, sessions.edit,
            sessions.delete,
            insights.overview, insights.week, insights.day, insights.repair, insights.pause, aims.show, aims.day,
            aims.week, ReportCommand(history: history, journey: journey, time: log.time).command,
        ]
    }
}
