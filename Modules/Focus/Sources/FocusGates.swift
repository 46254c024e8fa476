import Kernel

/// The gates of Focus, which ask for permission before an action.
///
/// They are contributed to `.gates`. The gatekeeper answers them.
package enum FocusGates {
    /// Permission to use one of the eight other themes.
    ///
    /// The number in use is irrelevant.
    package static let themes = Gate("focus.themes", "all 10 themes", context: "theme")
    package static let sounds = Gate("focus.sounds", "all 11 focus sounds", context: "sound")
    package static let ambiances = Gate("focus.ambiances", "all 14 ambient backgrounds", context: "ambiance")
    /// Permission to create a preset, asked with the number of the user's own.
    package static let presetCreate = Gate("focus.presets.create", "presets of your own", context: "preset")
    package static let presetEdit = Gate("focus.presets.edit", "changed presets", context: "preset")
    package static let presetReading = Gate("focus.presets.reading", "the Reading preset", context: "preset")
    /// Permission to add a task, asked with the number of tasks that are not done today.
    package static let tasks = Gate("focus.tasks", "active tasks", context: "task")
    /// Permission to add a task reminder, asked with the number of tasks that have one.
    package static let reminders = Gate("focus.reminders", "tasks with a reminder", context: "reminder")
    /// Permission to see history, asked with the number of days ago.
    ///
    /// The limit is the number of open days, including today.
    package static let history = Gate("focus.history", "days of history", context: "history")
    package static let xp = Gate("focus.xp", "XP and levels", context: "xpLevels")
    package static let journey = Gate("focus.journey", "your focus journey", context: "journey")
    package static let statusControls = Gate("focus.status.controls", "controls in status bars", context: "widget")
    /// Permission to show the timer in the terminal's title and taskbar.
    package static let liveActivity = Gate("focus.live", "the live timer", context: "liveActivity")

    /// Permission to pause and resume music of other programs with the timer.
    package static let music = Gate("focus.music", "music apps", context: "externalMusic")

    /// The gates of the features that exist.
    ///
    /// They are contributed and sold.
    package static let all = [
        themes, sounds, ambiances, presetCreate, presetEdit, presetReading, tasks, reminders, history, xp, journey,
        statusControls, liveActivity, music,
    ]
}

/// The texts of locked features, word for word from the founding documents.
package enum LockText {
    package static let xp = "Unlock XP & Levels with Pro"
    /// The text for the journey.
    ///
    /// The paywall's headline adds the rest.
    package static let journey = "Your focus journey is for Pro"
    package static let history = "View full history with Pro"
    package static let reminders = "Upgrade for unlimited reminders"
    /// The text for the buttons in status bars.
    package static let controls = "Upgrade for controls"
    /// The text for the music of other programs.
    package static let music = "Music apps are for Pro"
    /// The mark on a locked item.
    package static let badge = "Pro"
    /// Returns the number of tasks in use, such as "3/3 tasks".
    package static func tasks(_ used: Int, of limit: Int) -> String { "\(used)/\(limit) tasks" }
}

extension GateAnswer {
    /// The allowed number, or nil without a limit.
    package var allowedCount: Int? { limit ?? (allowed ? nil : 0) }

    /// Creates the failure of a command on a locked feature.
    package func lockFailure(_ text: String, of gate: Gate) -> Failure {
        let sentence = text.hasSuffix(".") ? text : text + "."
        // A reason that begins with the lock's text replaces it.
        let message = reason.isEmpty ? sentence : reason.hasPrefix(text) ? reason : "\(sentence) \(reason)"
        return Failure(
            .locked, message,
            advice: "See `plan why \(gate.key)`. Nothing was changed, and everything you have stays yours.",
            denial: Denial(gate, self))
    }
}
