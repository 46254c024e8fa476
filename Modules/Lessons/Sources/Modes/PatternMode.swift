import Content
import Kernel
import Practice

/// A practice mode and its availability, which depends on the learner's mastery.
package struct ModeAccess: Hashable, Sendable {
    /// The identifier, such as `typed-quiz`.
    package let id: String
    package let title: String
    /// The description of the mode, as part of a sentence.
    package let about: String
    package let command: String
    /// The mastery that opens the mode, 0…1000.
    package let opensAt: Int
    /// The learner's mastery, 0…1000.
    package let level: Int
    /// Whether the learner may use the mode without insisting.
    package let isOpen: Bool
}

/// The practice modes of a pattern, from the easiest to the hardest.
///
/// The original plan asks for progressive difficulty opened by mastery. The mastery that opens each
/// mode is our own choice.
package enum PatternMode: String, CaseIterable, Sendable {
    case follow
    case recall
    case quiz
    case typedQuiz = "typed-quiz"
    case choiceTest = "choice-test"
    /// Movements from memory, in random order.
    case shuffled
    case test

    /// The mastery that opens the mode, in thousandths: familiar from 400, and three good rounds
    /// from memory later.
    package var opensAt: Int {
        switch self {
        case .follow, .recall, .quiz: 0
        case .typedQuiz, .choiceTest: 400
        case .shuffled, .test: 600
        }
    }

    package var title: String {
        switch self {
        case .follow: "Follow"
        case .recall: "Recall"
        case .quiz: "Quiz"
        case .typedQuiz: "Typed quiz"
        case .choiceTest: "Test with choices"
        case .shuffled: "Recall in random order"
        case .test: "Test"
        }
    }

    var about: String {
        switch self {
        case .follow: "each movement is shown, and you do it along"
        case .recall: "you do each movement from memory, then look"
        case .quiz: "questions about movements, with choices"
        case .typedQuiz: "questions about movements, and you type the answer"
        case .choiceTest: "every movement, chosen from four lines"
        case .shuffled: "movements from memory, in random order"
        case .test: "every movement from memory, one typed line each"
        }
    }

    /// Returns the command that starts the mode.
    package func command(_ pattern: String) -> String {
        switch self {
        case .follow: "pattern practice \(pattern) --show"
        case .recall: "pattern practice \(pattern)"
        case .quiz: "pattern quiz \(pattern)"
        case .typedQuiz: "pattern quiz \(pattern) --answer type"
        case .choiceTest: "pattern test \(pattern) --answer choose"
        case .shuffled: "pattern practice \(pattern) --shuffle"
        case .test: "pattern test \(pattern)"
        }
    }

    /// Returns the hardest test that a mastery opens, or nil if it opens none.
    package static func test(at level: Int) -> PatternMode? { [.test, .choiceTest].first { $0.opensAt <= level } }
}

extension PatternTraining {
    /// Returns the practice modes of a pattern and their availability.
    package func modes(of pattern: Pattern) throws -> [ModeAccess] {
        let level = try mastery(of: pattern).level
        return try PatternMode.allCases.map { mode in
            ModeAccess(
                id: mode.rawValue, title: mode.title, about: mode.about, command: mode.command(pattern.id),
                opensAt: mode.opensAt, level: level, isOpen: try level >= mode.opensAt || wasUsed(mode, pattern))
        }
    }

    /// Throws an error that explains how to open a mode, if the mode is not open.
    ///
    /// - Throws: `modeLocked`.
    package func requireOpen(_ mode: PatternMode, _ pattern: Pattern) throws {
        let level = try mastery(of: pattern).level
        guard level < mode.opensAt, try !wasUsed(mode, pattern) else { return }
        throw Failure.modeLocked(
            mode.title, of: pattern.heading.name, opensAt: mode.opensAt, level: level,
            nearer: level < PatternMode.typedQuiz.opensAt
                ? PatternMode.recall.command(pattern.id) : PatternMode.quiz.command(pattern.id),
            anyway: "\(mode.command(pattern.id)) --anyway")
    }

    /// Returns whether the latest session of an activity of a pattern is unfinished.
    package func isUnfinished(_ activity: String, _ pattern: Pattern) throws -> Bool {
        try log.latestRun(of: .patterns, activity, subject: pattern.id)?.isUnfinished == true
    }

    /// Returns whether the latest quiz or test of a pattern used this mode. A mode once used stays
    /// open, whatever the result.
    private func wasUsed(_ mode: PatternMode, _ pattern: Pattern) throws -> Bool {
        /// Returns the answer method of the latest quiz or test, or nil if there is none.
        func latestMode(_ activity: String) throws -> PatternRound.Mode? {
            guard let run = try log.latestRun(of: .patterns, activity, subject: pattern.id) else { return nil }
            return (try? run.settings.decoded(PatternRound.Settings.self))?.mode
        }
        return switch mode {
        case .follow, .recall, .quiz: true
        case .shuffled: false
        case .typedQuiz: try latestMode("quiz") == .typed
        case .choiceTest: try latestMode("test") != nil
        case .test: try latestMode("test") == .typed
        }
    }
}

extension Failure {
    /// Returns the error for a mode that is not open, with the mastery it needs and the option to
    /// insist.
    static func modeLocked(
        _ mode: String, of name: String, opensAt: Int, level: Int, nearer: String, anyway: String
    ) -> Failure {
        Failure(
            .modeLocked, "“\(mode)” of \(name) opens at \(opensAt / 10) % mastery, and you are at \(level / 10) %.",
            advice: "`\(nearer)` brings you nearer. To take it all the same: `\(anyway)`.")
    }
}
