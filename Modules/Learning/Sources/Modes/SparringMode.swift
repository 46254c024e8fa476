import Content
import Kernel
import Practice

/// The ways of practising step sparring, from the easiest to the hardest. At how much mastery each opens is our choice.
public enum SparringMode: String, CaseIterable, Sendable {
    /// Step by step in both roles.
    case steps
    /// Which defence answers an attack, and which exchange it is.
    case quiz
    /// Exchanges in an order that chance decides.
    case shuffled
    /// Each exchange at once, as defender.
    case whole

    /// The mastery that opens it, in thousandths.
    public var opensAt: Int {
        switch self {
        case .steps, .quiz: 0
        case .shuffled: 400
        case .whole: 600
        }
    }

    /// What it is called.
    public var title: String {
        switch self {
        case .steps: "Step by step"
        case .quiz: "Quiz"
        case .shuffled: "In random order"
        case .whole: "Whole exchanges"
        }
    }

    private var about: String {
        switch self {
        case .steps: "you do each step in both roles, then look"
        case .quiz: "which defence answers an attack, in random order"
        case .shuffled: "step by step, exchanges in random order"
        case .whole: "you defend the whole exchange, then look"
        }
    }

    /// What is typed for it.
    public func command(_ set: String) -> String {
        switch self {
        case .steps: "sparring practice \(set)"
        case .quiz: "sparring quiz \(set)"
        case .shuffled: "sparring practice \(set) --shuffle"
        case .whole: "sparring practice \(set) --whole"
        }
    }

    func standing(_ set: String, _ level: Int) -> ModeStanding {
        ModeStanding(
            id: rawValue, title: title, about: about, command: command(set), opensAt: opensAt, level: level,
            isOpen: level >= opensAt)
    }
}

extension Lessons {
    /// The ways of practising a set or an exchange, and which are open; nil names the latest set.
    ///
    /// - Throws: as `exchanges(named:)`.
    public func sparringModes(_ name: String?) throws -> (title: String, modes: [ModeStanding]) {
        let (subject, level) = try sparringLevel(name)
        return (sparringTitle(subject), SparringMode.allCases.map { $0.standing(subject, level) })
    }

    /// Says what opens a way of practising that is not open yet.
    ///
    /// - Throws: `modeLocked`; as `exchanges(named:)`.
    public func expectOpen(_ mode: SparringMode, _ name: String?) throws {
        let (subject, level) = try sparringLevel(name)
        guard level < mode.opensAt else { return }
        throw Failure.modeLocked(
            mode.title, of: sparringTitle(subject), opensAt: mode.opensAt, level: level,
            nearer: (level < SparringMode.shuffled.opensAt ? SparringMode.steps : .quiz).command(subject),
            anyway: "\(mode.command(subject)) --anyway")
    }

    private func sparringLevel(_ name: String?) throws -> (subject: String, level: Int) {
        let (subject, exercises) = try exchanges(named: name)
        let known = try log.memories(of: .sparring)
        let levels = exercises.map { level(of: $0.id, .sparring, in: known) }
        return (subject, levels.reduce(0, +) / max(1, levels.count))
    }

    private func sparringTitle(_ subject: String) -> String {
        let sets = SparringSet.all(of: book.exercises)
        let names = sets.map { ($0.id, $0.name) } + sets.flatMap(\.exercises).map { ($0.id, $0.name) }
        return names.first { $0.0 == subject }?.1 ?? subject
    }
}
