import Kernel

extension FocusTimer {
    /// Every kind of record that the services of this module keep. A running session stays where it runs; the sums of days are made anew of records.
    public static var belongings: [Belongings] {
        [
            Belongings(.settings, [FocusChoices.collection], isMissed: false), Belongings(.sessions, [FocusRecord.collection]),
            Belongings(.tasks, [FocusTask.collection]), Belongings(.presets, [Preset.collection]),
            .staying([CurrentSession.collection]), .remade([FocusDay.collection]),
        ]
    }
}
