/// Something to try within a step of a tour: a card that flips, a question, a movement from memory. Turn by turn, and nothing of it is kept.
public struct TourTrial: Hashable, Sendable {
    /// One thing that can be done at a turn.
    public struct Way: Hashable, Sendable {
        /// The key for it; a blank is the space key. Not one that every tour needs.
        public let key: Character
        /// What it does, in a word: "flip".
        public let name: String
        /// What is said of it; empty for nothing.
        public let said: String
        /// Whether it was the right one; nil where none is.
        public let isRight: Bool?

        /// A key, and what comes of it.
        public init(_ key: Character, _ name: String, said: String = "", isRight: Bool? = nil) {
            (self.key, self.name, self.said, self.isRight) = (key, name, said, isRight)
        }
    }

    /// A moment at which something is waited for.
    public struct Turn: Hashable, Sendable {
        /// What can be done.
        public let ways: [Way]
        /// What is shown before: the answers to choose from.
        public let before: [String]
        /// What is shown once it was done, whichever way: the back of the card.
        public let after: [String]

        /// Waits for one of some keys.
        public init(_ ways: [Way], before: [String] = [], after: [String] = []) {
            (self.ways, self.before, self.after) = (ways, before, after)
        }
    }

    /// The name of the ways among which one chooses: their numbers are the keys.
    public static let choosing = "choose"

    /// What is shown first: the front of the card.
    public let front: [String]
    /// What comes then.
    public let turns: [Turn]

    /// A trial.
    public init(front: [String], turns: [Turn]) { (self.front, self.turns) = (front, turns) }

    /// A card that flips, and what may be said of it then.
    public static func card(front: [String], back: [String], flip: String = "flip", then marks: [Way] = []) -> TourTrial {
        TourTrial(front: front, turns: [Turn([Way(" ", flip)], after: back)] + (marks.isEmpty ? [] : [Turn(marks)]))
    }

    /// A question with answers, one of which is right; nil where none of them is.
    ///
    /// - Parameter why: said behind the right answer and behind a wrong one.
    public static func question(_ question: String, _ answers: [String], right: String, why: String = "") -> TourTrial? {
        guard answers.contains(right), answers.count < 10 else { return nil }
        let ways = answers.enumerated().map { place, answer in
            let verdict = answer == right ? "Right" : "No, that is wrong"
            return Way(
                Character(String(place + 1)), choosing, said: "\(verdict): \(right)." + (why.isEmpty ? "" : " " + why),
                isRight: answer == right)
        }
        return TourTrial(front: [question], turns: [Turn(ways, before: answers.enumerated().map { "\($0 + 1)  \($1)" })])
    }
}

/// How far somebody has come in trying.
public struct TourTrialWalk: Hashable, Sendable {
    /// What is tried.
    public let trial: TourTrial
    private var taken: [TourTrial.Way] = []

    /// At the front.
    public init(_ trial: TourTrial) { self.trial = trial }

    /// What is waited for; nil once all of it was done.
    public var turn: TourTrial.Turn? { trial.turns.indices.contains(taken.count) ? trial.turns[taken.count] : nil }

    /// What was done last.
    public var last: TourTrial.Way? { taken.last }

    /// What is shown below the front by now.
    public var shown: [String] { trial.turns.prefix(taken.count).flatMap { $0.before + $0.after } + (turn?.before ?? []) }

    /// Does what a key says.
    ///
    /// - Returns: whether the key means anything now.
    public mutating func take(_ key: Character) -> Bool {
        guard let way = turn?.ways.first(where: { $0.key == key }) else { return false }
        taken.append(way)
        return true
    }
}
