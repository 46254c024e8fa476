import Content
import Kernel
import Practice

/// A way of practising something, from the easiest to the hardest, and whether it is open: from a mastery on.
public struct ModeStanding: Hashable, Sendable {
    /// Its word: `typed-quiz`.
    public let id: String
    /// What it is called.
    public let title: String
    /// What one does in it.
    public let about: String
    /// What is typed for it.
    public let command: String
    /// The mastery that opens it, in thousandths.
    public let opensAt: Int
    /// The mastery that the learner has, in thousandths.
    public let level: Int
    /// Whether the learner may take it without insisting.
    public let isOpen: Bool
}

/// The ways of practising a pattern, from the easiest to the hardest. What they ask from the founding plan is progressive difficulty, opened by
/// mastery; at how much each opens is our choice.
public enum PatternMode: String, CaseIterable, Sendable {
    /// Each movement is shown, and done along.
    case follow
    /// Each movement is done first, and then looked at.
    case recall
    /// Questions about movements, with choices.
    case quiz
    /// The same, typed.
    case typedQuiz = "typed-quiz"
    /// Every movement as one of four lines.
    case choiceTest = "choice-test"
    /// Movements from memory in an order that chance decides.
    case shuffled
    /// Every movement as one typed line.
    case test

    /// The mastery that opens it, in thousandths: familiar from 400 on, and three good rounds from memory later.
    public var opensAt: Int {
        switch self {
        case .follow, .recall, .quiz: 0
        case .typedQuiz, .choiceTest: 400
        case .shuffled, .test: 600
        }
    }

    /// What it is called.
    public var title: String {
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

    /// What one does in it.
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

    /// What is typed for it.
    public func command(_ pattern: String) -> String {
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

    /// The hardest test that a mastery opens; nil before the first.
    public static func test(at level: Int) -> PatternMode? { [.test, .choiceTest].first { $0.opensAt <= level } }
}

extension PatternTraining {
    /// The ways of practising a pattern, and which are open.
    public func modes(of pattern: Pattern) throws -> [ModeStanding] {
        let level = try standing(of: pattern).level
        return try PatternMode.allCases.map { mode in
            ModeStanding(
                id: mode.rawValue, title: mode.title, about: mode.about, command: mode.command(pattern.id), opensAt: mode.opensAt,
                level: level, isOpen: try level >= mode.opensAt || wasTaken(mode, pattern))
        }
    }

    /// Says what opens a way of practising a pattern that is not open yet.
    ///
    /// - Throws: `modeLocked`.
    public func expectOpen(_ mode: PatternMode, _ pattern: Pattern) throws {
        let level = try standing(of: pattern).level
        guard level < mode.opensAt, try !wasTaken(mode, pattern) else { return }
        throw Failure.modeLocked(
            mode.title, of: pattern.heading.name, opensAt: mode.opensAt, level: level,
            nearer: level < PatternMode.typedQuiz.opensAt
                ? PatternMode.recall.command(pattern.id) : PatternMode.quiz.command(pattern.id),
            anyway: "\(mode.command(pattern.id)) --anyway")
    }

    /// Whether the latest session of an activity of a pattern was left before its end.
    public func isLeft(_ activity: String, _ pattern: Pattern) throws -> Bool {
        try log.latestRun(of: .patterns, activity, subject: pattern.id)?.isLeft == true
    }

    /// Whether the latest quiz or test of a pattern was of this way: what somebody has taken stays open to them, whatever came of it.
    private func wasTaken(_ mode: PatternMode, _ pattern: Pattern) throws -> Bool {
        func latest(_ activity: String) throws -> PatternRound.Mode? {
            guard let run = try log.latestRun(of: .patterns, activity, subject: pattern.id) else { return nil }
            return (try? run.settings.decoded(PatternRound.Settings.self))?.mode
        }
        return switch mode {
        case .follow, .recall, .quiz: true
        case .shuffled: false
        case .typedQuiz: try latest("quiz") == .typed
        case .choiceTest: try latest("test") != nil
        case .test: try latest("test") == .typed
        }
    }
}

extension Failure {
    /// What says that a way of practising is not open, what opens it, and how to take it all the same.
    static func modeLocked(
        _ mode: String, of name: String, opensAt: Int, level: Int, nearer: String, anyway: String
    ) -> Failure {
        Failure(
            .modeLocked, "“\(mode)” of \(name) opens at \(opensAt / 10) % mastery, and you are at \(level / 10) %.",
            advice: "`\(nearer)` brings you nearer. To take it all the same: `\(anyway)`.")
    }
}
