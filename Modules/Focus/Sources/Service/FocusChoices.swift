import Kernel

/// The user's choices for the whole app, in one record.
struct FocusChoices: Storable {
    var id: Identifier<FocusChoices> { FocusChoices.only }
    /// The ID of the chosen theme.
    var theme: String?
    /// The ID of the chosen background.
    var ambiance: String?
    /// The policy for time without a sign of the user, for new sessions.
    var gaps: FocusPlan.GapPolicy?
    /// Whether the next round of new sessions begins by itself after a short break.
    var goesOn: Bool?
    /// The ID of the chosen sound, or nil for silence.
    var sound: String?
    /// The volume, 0 to 100.
    var volume: Int?
    /// The daily goal in seconds of focus.
    var dayGoal: Int?
    /// The weekly goal in seconds of focus.
    var weekGoal: Int?
    /// Whether a bell rings at the end of a round or break.
    var bells: Bool?
    var alarm: AlarmSettings?
    /// Whether music of other programs pauses and resumes with the timer.
    var music: Bool?

    static let only: Identifier<FocusChoices> = "choices"
    static let collection = RecordCollection<FocusChoices>("focus.choices")
}

extension Store {
    /// Returns the stored choices, or the defaults.
    func focusChoices() throws -> FocusChoices { try read { try $0.record(FocusChoices.only) } ?? FocusChoices() }

    /// Changes the choices as stored at that moment.
    func updateChoices(_ label: String, _ change: (inout FocusChoices) -> Void) throws {
        try write(undo: label) { transaction in
            var choices = try transaction.record(FocusChoices.only) ?? FocusChoices()
            change(&choices)
            try transaction.put(choices)
        }
    }
}
