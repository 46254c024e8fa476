import Content
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import LessonsCommands
import LessonsTesting
import Practice
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

    /// Returns the app of a learner of the grade, with flashcards and patterns.
    func patterns(_ grade: String = "9k") throws -> AppFixture {
        let training = try training(grade)
        return AppFixture("dojang", over: store, time: time) {
            [
                LearningPlugin(flashcards: { try self.flashcards() }, log: { self.log() }),
                PatternsPlugin(patterns: { training }),
            ]
        }
    }

    /// Returns the app of a learner of the grade, with flashcards only.
    func study(
        _ grade: String = "9k", _ settings: StudySettings = StudySettings(newADay: 50, showsNew: false)
    ) -> AppFixture {
        AppFixture("dojang", over: store, time: time) {
            [LearningPlugin(flashcards: { try self.flashcards(grade, settings: settings) }, log: { self.log() })]
        }
    }
}

extension LessonFixture {
    /// Creates a learner over a store in memory.
    init(_ grade: String = "8k", ids: IDSource? = nil) throws {
        try self.init(grade, over: MemoryStore().scoped(to: Partition(rawValue: "learner")), ids: ids)
    }

    /// Returns the app with lessons only.
    func app(isChild: Bool = false) -> AppFixture {
        AppFixture("dojang", over: base.store, time: base.time) {
            [LessonsPlugin { try self.lessons(isChild: isChild) }]
        }
    }
}
