import Content
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Storage
import TerminalTesting

extension StudyFixture {
    /// Creates a learner over a store in memory.
    convenience init(
        library: Library = StudyFixture.library, at text: String = StudyFixture.start, zone: String = "UTC",
        ids prefix: String = "a"
    ) {
        self.init(
            store: MemoryStore().scoped(to: Partition(rawValue: "learner")), library: library, at: text, zone: zone,
            ids: prefix)
    }

    /// Returns the app of a learner of the grade.
    func study(
        _ grade: String = "9k", _ settings: StudySettings = StudySettings(newADay: 50, showsNew: false)
    ) -> AppFixture {
        AppFixture("dojang", over: store, time: time) {
            [LearningPlugin(flashcards: { try self.flashcards(grade, settings: settings) }, log: { self.log() })]
        }
    }
}
