import Content
import Kernel
import Practice

/// The practice modes of step sparring, from the easiest to the hardest. The mastery that opens
/// each mode is our own choice.
package enum SparringMode: String, CaseIterable, Sendable {
    case steps
    /// Questions about the defense against an attack, and about the name of an exchange.
    case quiz
    /// Exchanges in random order.
    case shuffled
    case whole

    /// The mastery that opens the mode, in thousandths.
    package var opensAt: Int {
        switch self {
        case .steps, .quiz: 0
        case .shuffled: 400
        case .whole: 600
        }
    }

    package var title: String {
        switch self {
        case .steps: "Step by step"
        case .quiz: "Quiz"
        case .shuffled: "In random order"
        case .whole: "Whole exchanges"
        }
    }

    /// The description of the mode for the list of modes.
    private var about: String {
        switch self {
        case .steps: "you do each step in both roles, then look"
        case .quiz: "which defence answers an attack, in random order"
        case .shuffled: "step by step, exchanges in random order"
        case .whole: "you defend the whole exchange, then look"
        }
    }

    /// Returns the command that starts the mode.
    package func command(_ set: String) -> String {
        switch self {
        case .steps: "sparring practice \(set)"
        case .quiz: "sparring quiz \(set)"
        case .shuffled: "sparring practice \(set) --shuffle"
        case .whole: "sparring practice \(set) --whole"
        }
    }

    /// Returns the availability of the mode for a set at a level of mastery.
    func access(_ set: String, _ level: Int) -> ModeAccess {
        ModeAccess(
            id: rawValue, title: title, about: about, command: command(set), opensAt: opensAt, level: level,
            isOpen: level >= opensAt)
    }
}

extension LessonStudy {
    /// Returns the practice modes of a set or an exchange and their availability. Nil means the
    /// latest set.
    ///
    /// - Throws: the errors of `exchanges(named:)`.
    package func sparringModes(_ name: String?) throws -> (title: String, modes: [ModeAccess]) {
        let (subject, level) = try sparringLevel(name)
        return (sparringTitle(subject), SparringMode.allCases.map { $0.access(subject, level) })
    }

    /// Throws an error that explains how to open a mode, if the mode is not open.
    ///
    /// - Throws: `modeLocked`, and the errors of `exchanges(named:)`.
    package func requireOpen(_ mode: SparringMode, _ name: String?) throws {
        let (subject, level) = try sparringLevel(name)
        guard level < mode.opensAt else { return }
        throw Failure.modeLocked(
            mode.title, of: sparringTitle(subject), opensAt: mode.opensAt, level: level,
            nearer: (level < SparringMode.shuffled.opensAt ? SparringMode.steps : .quiz).command(subject),
            anyway: "\(mode.command(subject)) --anyway")
    }

    /// Returns the identifier of a set or exchange and the learner's mean level, 0…1000.
    private func sparringLevel(_ name: String?) throws -> (subject: String, level: Int) {
        let (subject, exercises) = try exchanges(named: name)
        let memories = try log.memories(of: .sparring)
        let levels = exercises.map { level(of: $0.id, .sparring, in: memories) }
        return (subject, levels.reduce(0, +) / max(1, levels.count))
    }

    /// Returns the name of a set or exchange by its identifier.
    private func sparringTitle(_ subject: String) -> String {
        let sets = SparringSet.all(of: book.exercises)
        let names = sets.map { ($0.id, $0.name) } + sets.flatMap(\.exercises).map { ($0.id, $0.name) }
        return names.first { $0.0 == subject }?.1 ?? subject
    }
}
