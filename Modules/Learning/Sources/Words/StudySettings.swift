import Kernel
import Practice
import Speech

/// What a learner has settled about study, for as long as they do not say otherwise.
public struct StudySettings: Storable, Hashable {
    /// How many new cards a day there may be.
    public static let newRange = 0...50
    /// How many there are unless somebody says otherwise.
    public static let usualNewADay = 10

    /// New cards a day, over all sessions of the day; 0 for none.
    public var newADay: Int
    /// Whether a new word is shown before it is asked.
    public var showsNew: Bool

    /// Which scheduler decides when cards come back.
    public var scheduling: Scheduling
    /// How FSRS is to schedule; kept while Leitner does.
    public var fsrs: FSRSWishes

    /// Whether words are said aloud, and how fast; nil where they are not.
    public var speech: Utterance.Pace?

    /// Settings; a number outside 0…50 is moved to the nearest.
    public init(
        newADay: Int = usualNewADay, showsNew: Bool = true, scheduling: Scheduling = .leitner, fsrs: FSRSWishes = FSRSWishes()
    ) {
        self.newADay = min(max(newADay, StudySettings.newRange.lowerBound), StudySettings.newRange.upperBound)
        (self.showsNew, self.scheduling, self.fsrs) = (showsNew, scheduling, fsrs)
    }

    /// Reads settings; a number that cannot be is damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        newADay = try values.number(.newADay, within: StudySettings.newRange)
        showsNew = try values.decodeIfPresent(Bool.self, forKey: .showsNew) ?? true
        scheduling = try values.decodeIfPresent(Scheduling.self, forKey: .scheduling) ?? .leitner
        fsrs = try values.decodeIfPresent(FSRSWishes.self, forKey: .fsrs) ?? FSRSWishes()
        speech = try values.decodeIfPresent(Utterance.Pace.self, forKey: .speech)
    }

    private enum CodingKeys: String, CodingKey { case newADay, showsNew, scheduling, fsrs, speech }

    /// There is one a learner.
    public static let only = Identifier<StudySettings>("study")
    /// The one.
    public var id: Identifier<StudySettings> { StudySettings.only }
    /// Where they are kept.
    public static let collection = RecordCollection<StudySettings>("learning.settings", indexes: [])
}
