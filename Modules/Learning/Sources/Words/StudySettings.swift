import Kernel
import Practice
import Sound

/// A learner's lasting study settings.
package struct StudySettings: Storable, Hashable {
    /// The possible numbers of new cards a day.
    package static let newRange = 0...50
    /// The default number of new cards a day.
    package static let defaultNewADay = 10

    /// The number of new cards a day over all sessions, or 0 for none.
    package var newADay: Int
    /// Whether a new word is shown before it is asked.
    package var showsNew: Bool

    package var scheduling: Scheduling
    /// The FSRS options, which are kept while Leitner is active.
    package var fsrs: FSRSOptions

    /// The pace of spoken words, or nil if the app does not speak.
    package var speech: Utterance.Pace?

    package init(
        newADay: Int = defaultNewADay, showsNew: Bool = true, scheduling: Scheduling = .leitner,
        fsrs: FSRSOptions = FSRSOptions()
    ) {
        self.newADay = min(max(newADay, StudySettings.newRange.lowerBound), StudySettings.newRange.upperBound)
        self.showsNew = showsNew
        self.scheduling = scheduling
        self.fsrs = fsrs
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        newADay = try values.number(.newADay, within: StudySettings.newRange)
        showsNew = try values.decodeIfPresent(Bool.self, forKey: .showsNew) ?? true
        scheduling = try values.decodeIfPresent(Scheduling.self, forKey: .scheduling) ?? .leitner
        fsrs = try values.decodeIfPresent(FSRSOptions.self, forKey: .fsrs) ?? FSRSOptions()
        speech = try values.decodeIfPresent(Utterance.Pace.self, forKey: .speech)
    }

    private enum CodingKeys: String, CodingKey { case newADay, showsNew, scheduling, fsrs, speech }

    package static let only = Identifier<StudySettings>("study")
    package var id: Identifier<StudySettings> { StudySettings.only }
    package static let collection = RecordCollection<StudySettings>("learning.settings", indexes: [])
}
