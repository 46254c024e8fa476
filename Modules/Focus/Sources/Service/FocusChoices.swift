import Kernel

/// What a person chose for the whole app: one record.
struct FocusChoices: Storable {
    var id: Identifier<FocusChoices> { FocusChoices.only }
    var theme: String?
    /// What lies under the timer.
    var ambiance: String?
    /// What becomes of gaps in new sessions.
    var gaps: FocusPlan.GapPolicy?
    /// Whether rounds of new sessions begin by themselves.
    var goesOn: Bool?
    /// The sound beside the timer.
    var sound: String?
    /// How loud it is, 0 to 100.
    var volume: Int?
    /// Seconds of focus that a day should have.
    var dayGoal: Int?
    /// Seconds of focus that a week should have.
    var weekGoal: Int?
    /// Whether bells ring.
    var bells: Bool?
    /// How the end of a phase is told.
    var alarm: AlarmSettings?
    /// Whether music of other programs rests and goes on with the timer.
    var music: Bool?

    static let only: Identifier<FocusChoices> = "choices"
    static let collection = RecordCollection<FocusChoices>("focus.choices")
}

extension Store {
    func focusChoices() throws -> FocusChoices { try read { try $0.record(FocusChoices.only) } ?? FocusChoices() }

    /// Changes what was chosen, as it is kept at that moment.
    func choose(_ label: String, _ change: (inout FocusChoices) -> Void) throws {
        try write(undo: label) { transaction in
            var choices = try transaction.record(FocusChoices.only) ?? FocusChoices()
            change(&choices)
            try transaction.put(choices)
        }
    }
}
