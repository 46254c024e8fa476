import Kernel

/// The results of one run on one local day, the source of streaks, minutes and accuracy without
/// reading all answers.
///
/// There is one record for each day and run, because a record with a single writer needs no
/// merging. The records of concurrent runs or devices add up.
package struct PracticeDay: Storable, Hashable {
    package let day: Day
    /// The run. A run that continues over midnight has two records.
    package let run: Identifier<LoggedRun>
    package let kind: PracticeKind
    package var answers = 0
    package var right = 0
    /// The time spent on the answers.
    package var milliseconds = 0
    /// Targets that were answered for the first time.
    package var new = 0

    package init(day: Day, run: Identifier<LoggedRun>, kind: PracticeKind) {
        self.day = day
        self.run = run
        self.kind = kind
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        day = try values.decode(Day.self, forKey: .day)
        run = try values.decode(Identifier<LoggedRun>.self, forKey: .run)
        kind = try values.decode(PracticeKind.self, forKey: .kind)
        answers = try values.number(.answers, within: Bounds.answers)
        right = try values.number(.right, within: 0...answers)
        milliseconds = try values.number(.milliseconds, within: 0...answers * Answer.maximumMilliseconds)
        new = values.contains(.new) ? try values.number(.new, within: 0...answers) : 0
    }

    package var id: Identifier<PracticeDay> { Identifier("\(day):\(run)") }

    /// Returns the record with an answer added, or removed if `times` is -1.
    func counting(_ answer: Answer, times: Int) -> PracticeDay {
        var day = self
        day.answers += times
        day.right += answer.isRight ? times : 0
        day.milliseconds += answer.milliseconds * times
        // Undoing an answer works even if it was given before this field existed.
        if answer.before == nil { day.new = max(0, day.new + times) }
        return day
    }

    package static let byDay = Index<PracticeDay, IndexKey>.ordered("day") { IndexKey($0.day, $0.run) }
    package static let collection = RecordCollection<PracticeDay>("practice.days", indexes: [byDay])
}
