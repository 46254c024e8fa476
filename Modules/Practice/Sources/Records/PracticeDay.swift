import Kernel

/// What one run brought on one local day: the source of streaks, minutes and accuracy, so that nobody reads ten thousand answers.
///
/// One record a day *and run*, because a record with one writer needs no merging: two runs at once, or two devices, add up.
public struct PracticeDay: Storable, Hashable {
    /// The local day.
    public let day: Day
    /// Whose answers are counted here; a run over midnight has two records.
    public let run: Identifier<LoggedRun>
    /// What was practised.
    public let kind: PracticeKind
    /// Answers given.
    public var answers = 0
    /// Right ones among them.
    public var right = 0
    /// Time spent on them.
    public var milliseconds = 0
    /// Targets that were answered for the first time.
    public var new = 0

    /// A day of a run, before its first answer.
    public init(day: Day, run: Identifier<LoggedRun>, kind: PracticeKind) {
        (self.day, self.run, self.kind) = (day, run, kind)
    }

    /// Reads a day; counts that cannot be are damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        day = try values.decode(Day.self, forKey: .day)
        run = try values.decode(Identifier<LoggedRun>.self, forKey: .run)
        kind = try values.decode(PracticeKind.self, forKey: .kind)
        answers = try values.number(.answers, within: Bounds.answers)
        right = try values.number(.right, within: 0...answers)
        milliseconds = try values.number(.milliseconds, within: 0...answers * Answer.longest)
        new = values.contains(.new) ? try values.number(.new, within: 0...answers) : 0
    }

    /// Made from day and run.
    public var id: Identifier<PracticeDay> { Identifier("\(day):\(run)") }

    /// With an answer counted in, or out when `times` is -1.
    func counting(_ answer: Answer, times: Int) -> PracticeDay {
        var day = self
        day.answers += times
        day.right += answer.isRight ? times : 0
        day.milliseconds += answer.milliseconds * times
        // What was answered before this was counted is taken back all the same.
        if answer.before == nil { day.new = max(0, day.new + times) }
        return day
    }

    package static let byDay = Index<PracticeDay, IndexKey>.ordered("day") { IndexKey($0.day, $0.run) }
    /// Where days are kept.
    public static let collection = RecordCollection<PracticeDay>("practice.days", indexes: [byDay])
}
