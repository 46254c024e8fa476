import Kernel

/// What Focus asks before it lets a person do something. Contributed to `.gates`, asked by value, answered by whoever keeps the gates.
public enum FocusGates {
    /// To look like one of the eight other themes; the number in use does not matter.
    public static let themes = Gate("focus.themes", "all 10 themes", context: "theme")
    /// To choose one of the eight other sounds.
    public static let sounds = Gate("focus.sounds", "all 11 focus sounds", context: "sound")
    /// To choose one of the eleven other ambiances.
    public static let ambiances = Gate("focus.ambiances", "all 14 ambient backgrounds", context: "ambiance")
    /// To make a preset; asked with the number of own ones.
    public static let presetCreate = Gate("focus.presets.create", "presets of your own", context: "preset")
    /// To change a preset.
    public static let presetEdit = Gate("focus.presets.edit", "changed presets", context: "preset")
    /// To use Reading.
    public static let presetReading = Gate("focus.presets.reading", "the Reading preset", context: "preset")
    /// To add a task; asked with the number of those that are not done today.
    public static let tasks = Gate("focus.tasks", "active tasks", context: "task")
    /// To let one more task remind; asked with the number of those that do.
    public static let reminders = Gate("focus.reminders", "tasks with a reminder", context: "reminder")
    /// To look back; asked with how many days ago, the limit being days that are open, today included.
    public static let history = Gate("focus.history", "days of history", context: "history")
    /// To see XP, levels and achievements.
    public static let xp = Gate("focus.xp", "XP and levels", context: "xpLevels")
    /// To see what days and weeks tell of one's focus.
    public static let journey = Gate("focus.journey", "your focus journey", context: "journey")
    /// To control the timer from a status bar.
    public static let statusControls = Gate("focus.status.controls", "controls in status bars", context: "widget")
    /// To show the timer in the terminal's title and task bar.
    public static let liveActivity = Gate("focus.live", "the live timer", context: "liveActivity")

    /// To let music of other programs go with the timer.
    public static let music = Gate("focus.music", "music apps", context: "externalMusic")

    /// Those whose features are there: what is contributed, and so sold.
    public static let all = [
        themes, sounds, ambiances, presetCreate, presetEdit, presetReading, tasks, reminders, history, xp, journey,
        statusControls, liveActivity, music,
    ]
}

/// What is said where something is locked; the founding texts, word for word.
public enum LockText {
    /// Behind XP.
    public static let xp = "Unlock XP & Levels with Pro"
    /// Behind the journey: the paywall's headline says the rest.
    public static let journey = "Your focus journey is for Pro"
    /// Behind days that are locked.
    public static let history = "View full history with Pro"
    /// At the limit of reminders.
    public static let reminders = "Upgrade for unlimited reminders"
    /// Where a status bar might control.
    public static let controls = "Upgrade for controls"
    /// Behind music of other programs.
    public static let music = "Music apps are for Pro"
    /// Beside what is for Pro.
    public static let badge = "Pro"
    /// How many tasks are in use: "3/3 tasks".
    public static func tasks(_ used: Int, of limit: Int) -> String { "\(used)/\(limit) tasks" }
}

extension GateAnswer {
    /// How much there may be; nil for no limit.
    public var room: Int? { limit ?? (allowed ? nil : 0) }

    /// The failure of a command that is asked for what is locked.
    public func refusal(_ text: String, of gate: Gate) -> Failure {
        let sentence = text.hasSuffix(".") ? text : text + "."
        // A reason that begins with the lock's own words has them already.
        let message = reason.isEmpty ? sentence : reason.hasPrefix(text) ? reason : "\(sentence) \(reason)"
        return Failure(
            .locked, message, advice: "See `plan why \(gate.key)`. Nothing was changed, and everything you have stays yours.",
            denial: Denial(gate, self))
    }
}
