import Content
import ContentAdapters
import Kernel
import Learning
import LearningCommands
import Practice
import TerminalContract
import TestBench

/// A learner with a grading ahead, with the bundled content.
extension LessonFixture {
    func flashcards(seed: UInt64 = 1, isChild: Bool = false) throws -> Flashcards {
        Flashcards(
            library: try LessonFixture.shelf.library(),
            learner: Learner(grade: try grade(), mode: .progression, isChild: isChild),
            log: base.log(seed: seed), newcomers: .fsrs)
    }

    func patterns(seed: UInt64 = 1, isChild: Bool = false) throws -> PatternTraining {
        PatternTraining(
            curriculum: Curriculum(BundledPacks.sources),
            learner: Learner(grade: try grade(), mode: .progression, isChild: isChild),
            log: base.log(seed: seed), terms: { try LessonFixture.shelf.library().terms })
    }

    func planner(seed: UInt64 = 1) throws -> GradingPlanner {
        GradingPlanner(try gradings(seed: seed), try flashcards(seed: seed))
    }

    func training(seed: UInt64 = 1) throws -> Training { Training(try planner(seed: seed), try patterns(seed: seed)) }

    /// The app with everything that is learned.
    func whole(isChild: Bool = false) -> AppBench {
        AppBench("dojang", over: base.store, time: base.time) {
            [
                LearningPlugin(
                    flashcards: { try self.flashcards(isChild: isChild) }, patterns: { try self.patterns(isChild: isChild) },
                    log: { self.base.log() }, lessons: { try self.lessons(isChild: isChild) },
                    gradings: { try self.gradings(isChild: isChild) }),
                LessonsPlugin { try self.gradings(isChild: isChild) },
            ]
        }
    }
}
