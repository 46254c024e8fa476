import Accounts
import Focus
import Kernel
import Monetization

extension Offering {
    /// FocusFlow: free and Pro. The limits are those of the founding document; what has yet to come has no gate here, and is not sold.
    static let focusflow = Offering(
        .freeAndPro("FocusFlow Pro"),
        rules: [
            GateRule(FocusGates.tasks, free: .limit(3), lock: "{used}/{limit} tasks"),
            GateRule(FocusGates.reminders, free: .limit(1), lock: LockText.reminders),
            GateRule(FocusGates.history, free: .limit(3), lock: LockText.history),
            GateRule(FocusGates.xp, free: .bool(false), lock: LockText.xp),
            GateRule(FocusGates.journey, free: .bool(false), lock: LockText.journey),
            GateRule(FocusGates.statusControls, free: .bool(false), lock: LockText.controls),
            GateRule(FocusGates.presetCreate, free: .limit(0)),
            GateRule(AccountGates.cloudSync, free: .bool(false), needsSignIn: true),
        ]
            + [
                FocusGates.themes, FocusGates.sounds, FocusGates.ambiances, FocusGates.presetEdit, FocusGates.presetReading,
                FocusGates.liveActivity, FocusGates.music,
            ].map {
                GateRule($0, free: .bool(false))
            }, paywall: .focusFlow, first: "com.focusflow.pro.yearly")
}
