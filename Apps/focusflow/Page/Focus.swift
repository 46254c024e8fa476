import Focus
import Kernel
import Monetization

extension GateRule {
    /// What FocusFlow's gates are worth, free and with Pro; the limits are those of the founding document.
    static let focusflow =
        [
            GateRule(FocusGates.tasks, free: .limit(3), lock: "{used}/{limit} tasks"),
            GateRule(FocusGates.reminders, free: .limit(1), lock: LockText.reminders),
            GateRule(FocusGates.history, free: .limit(3), lock: LockText.history),
            GateRule(FocusGates.xp, free: .bool(false), lock: LockText.xp),
            GateRule(FocusGates.statusControls, free: .bool(false), lock: LockText.controls),
            GateRule(FocusGates.cloudSync, free: .bool(false), needsSignIn: true),
        ]
        + [
            FocusGates.themes, FocusGates.sounds, FocusGates.ambiances, FocusGates.presetEdit, FocusGates.presetReading,
            FocusGates.liveActivity,
        ]
        .map { GateRule($0, free: .bool(false)) } + [GateRule(FocusGates.presetCreate, free: .limit(0))]
}
