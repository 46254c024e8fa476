import Kernel

/// The user's choices for the whole app, in one record.
struct FocusChoices: Storable {
    var id: Identifier<FocusChoices> { FocusChoices.only }
    var theme: String?
    var ambiance: String?
    var gaps: FocusPlan.GapPolicy?
    var goesOn: Bool?
    var sound: String?
    /// The volume, 0 to 100.
    var volume: Int?
    var dayGoal: Int?
    var weekGoal: Int?
    var bells: Bool?
    var alarm: AlarmSettings?
    /// Whether music of other programs pauses and resumes with the timer.
    var music: Bool?

    static let only: Identifier<FocusChoices> = "choices"
    static let collection = RecordCollection<FocusChoices>("focus.choices")
}

extension Store {
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
