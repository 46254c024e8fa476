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
        let sessionCommands = SessionEditCommands(log: log, tasks: tasks, goals: goals)
        let journeyCommands = JourneyCommands(journey: journey, goals: goals, time: log.time)
        let goalCommands = GoalCommands(goals: goals)
        return [
            StatsCommands(history: history, goals: goals, time: log.time).stats, sessionCommands.add,
            sessionCommands.edit,
            sessionCommands.delete,
            journeyCommands.overview, journeyCommands.week, journeyCommands.day, journeyCommands.repair,
            journeyCommands.pause, goalCommands.show, goalCommands.day,
            goalCommands.week, ReportCommand(history: history, journey: journey, time: log.time).command,
        ]
    }
}
