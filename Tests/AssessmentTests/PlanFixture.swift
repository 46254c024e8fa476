import Assessment
import AssessmentCommands
import Content
import ContentAdapters
import Kernel
import LearningCommands
import LessonsCommands
import LessonsTesting
import Practice
import TerminalTesting
import TestSupport

/// A learner with a planned grading, over the bundled content.
extension LessonFixture {
    func planner(seed: UInt64 = 1) throws -> GradingPlanner {
        GradingPlanner(try gradings(seed: seed), try flashcards(seed: seed))
    }

    func training(seed: UInt64 = 1) throws -> Training { Training(try planner(seed: seed), try patterns(seed: seed)) }

    /// Returns the app with all learning features.
    func fullApp(isChild: Bool = false) -> AppFixture {
        AppFixture("dojang", over: base.store, time: base.time) {
            [
                LearningPlugin(flashcards: { try self.flashcards(isChild: isChild) }, log: { self.base.log() }),
                PatternsPlugin { try self.patterns(isChild: isChild) },
                TrainingPlugin(
                    log: { self.base.log() }, flashcards: { try self.flashcards(isChild: isChild) },
                    patterns: { try self.patterns(isChild: isChild) },
                    gradings: { try self.gradings(isChild: isChild) }),
                LessonsPlugin { try self.lessons(isChild: isChild) },
                AssessmentPlugin { try self.gradings(isChild: isChild) },
            ]
        }
    }
}
