/// An interactive part of a tour step, such as a flip card, a question or a movement from memory.
/// It proceeds in turns and stores nothing.
public struct TourTrial: Hashable, Sendable {
    /// An action available in a turn.
    public struct Action: Hashable, Sendable {
        /// The key of the action, distinct from the keys of every tour. A blank is the space key.
        public let key: Character
        /// The action in a word: "flip".
        public let name: String
        /// The response to the action, or an empty string for none.
        public let response: String
        /// Whether the action is the right answer, or `nil` if none is right or wrong.
        public let isRight: Bool?

        public init(_ key: Character, _ name: String, response: String = "", isRight: Bool? = nil) {
            self.key = key
            self.name = name
            self.response = response
            self.isRight = isRight
        }
    }

    /// A turn that waits for an action.
    public struct Turn: Hashable, Sendable {
        public let actions: [Action]
        /// The lines before the action, such as the answers to choose from.
        public let before: [String]
        /// The lines after any action, such as the back of the card.
        public let after: [String]

        public init(_ actions: [Action], before: [String] = [], after: [String] = []) {
            self.actions = actions
            self.before = before
            self.after = after
        }
    }

    /// The name of actions that are numbered choices, with their numbers as keys.
    public static let choosing = "choose"

    /// The first lines, such as the front of the card.
    public let front: [String]
    public let turns: [Turn]

    public init(front: [String], turns: [Turn]) {
        self.front = front
        self.turns = turns
    }

    /// Returns a flip card with optional ratings after the flip.
    public static func card(front: [String], back: [String], flip: String = "flip", then marks: [Action] = [])
        -> TourTrial
    {
        TourTrial(front: front, turns: [Turn([Action(" ", flip)], after: back)] + (marks.isEmpty ? [] : [Turn(marks)]))
    }

    /// Returns a question with one right answer, or `nil` if `right` is not among the answers.
    ///
    /// - Parameter why: the explanation after a right or wrong answer.
    public static func question(_ question: String, _ answers: [String], right: String, why: String = "") -> TourTrial?
    {
        guard answers.contains(right), answers.count < 10 else { return nil }
        let actions = answers.enumerated().map { place, answer in
            let verdict = answer == right ? "Right" : "No, that is wrong"
            return Action(
                Character(String(place + 1)), choosing,
                response: "\(verdict): \(right)." + (why.isEmpty ? "" : " " + why),
                isRight: answer == right)
        }
        return TourTrial(
            front: [question], turns: [Turn(actions, before: answers.enumerated().map { "\($0 + 1)  \($1)" })])
    }
}

/// The user's progress in a trial.
public struct TourTrialWalk: Hashable, Sendable {
    public let trial: TourTrial
    /// The action that the user chose in each turn so far.
    private var chosenActions: [TourTrial.Action] = []

    public init(_ trial: TourTrial) { self.trial = trial }

    /// The current turn, or `nil` after the last.
    public var turn: TourTrial.Turn? {
        trial.turns.indices.contains(chosenActions.count) ? trial.turns[chosenActions.count] : nil
    }

    /// The action that the user chose last, or `nil` before the first.
    public var last: TourTrial.Action? { chosenActions.last }

    /// The lines currently shown below the front.
    public var shown: [String] {
        trial.turns.prefix(chosenActions.count).flatMap { $0.before + $0.after } + (turn?.before ?? [])
    }

    /// Performs the action of a key.
    ///
    /// - Returns: whether the key has an action in this turn.
    public mutating func handle(_ key: Character) -> Bool {
        guard let action = turn?.actions.first(where: { $0.key == key }) else { return false }
        chosenActions.append(action)
        return true
    }
}
