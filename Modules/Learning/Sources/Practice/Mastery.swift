import Kernel

/// How well one thing is known: a movement of a pattern, a step of a sparring set, a question. There is one from the first answer on.
///
/// The level is an exponentially weighted mean of the latest answers: a right one takes a third of the way that is left up to what its evidence
/// can show at best, a wrong one a third of the way down to the share of it that was right. So half of the level rests on the last two answers,
/// and six right ones from memory in a row take a stranger to `mastered`. It does not fade by itself: it says what was shown, and when.
public struct Mastery: Storable, Hashable {
    /// What it can come to, in thousandths.
    public static let full = 1000
    /// From here on a thing counts as mastered, in thousandths.
    public static let mastered = 900

    /// What it belongs to: kind, subject and item.
    public struct Item: Hashable, Codable, Sendable {
        /// What is practised.
        public let kind: StudyKind
        /// A pattern's id, a set's.
        public let subject: String
        /// The part of it: a movement's number.
        public let part: String

        /// An item.
        public init(_ kind: StudyKind, _ subject: String, _ part: String) {
            (self.kind, self.subject, self.part) = (kind, subject, part)
        }

        /// `patterns:chon-ji:5`.
        public var name: String { "\(kind.rawValue):\(subject):\(part)" }
    }

    /// How far somebody has come with an item.
    public struct Standing: Hashable, Codable, Sendable {
        /// 0…1000.
        public var level: Int
        /// How often it was asked or done.
        public var answers: Int
        /// How often wholly right; never more than `answers`.
        public var right: Int
        /// Whether the learner says that it is shaky, until it is right from memory or by choice.
        public var isShaky: Bool
        /// The day of the latest answer.
        public var last: Day

        /// Reads a standing; numbers that cannot be are damage.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            level = try values.number(.level, within: 0...Mastery.full)
            answers = try values.number(.answers, within: Bounds.answers)
            right = try values.number(.right, within: 0...answers)
            isShaky = try values.decode(Bool.self, forKey: .isShaky)
            last = try values.decode(Day.self, forKey: .last)
        }

        /// After an answer; `old` is nil for the first.
        public init(_ old: Standing?, after given: GivenPractice) {
            level = Mastery.level(after: given, from: old?.level ?? 0)
            answers = (old?.answers ?? 0) + 1
            right = (old?.right ?? 0) + (given.isRight ? 1 : 0)
            isShaky = given.evidence == .done ? !given.isRight : (old?.isShaky ?? false) && !given.isRight
            last = given.moment.day
        }
    }

    /// What it belongs to.
    public let item: Item
    /// How far the learner has come with it.
    public var standing: Standing
    /// The latest answer: only that one can be taken back.
    public var latest: Identifier<PracticeAnswer>

    /// Mastery from its parts.
    public init(item: Item, standing: Standing, latest: Identifier<PracticeAnswer>) {
        (self.item, self.standing, self.latest) = (item, standing, latest)
    }

    /// Made from what it belongs to, so that two devices give one thing one name.
    public var id: Identifier<Mastery> { Mastery.id(of: item) }

    /// The identifier of an item's mastery.
    public static func id(of item: Item) -> Identifier<Mastery> { Identifier(item.name) }

    /// The level after an answer. A right one never lowers it, and one that is not right never raises it.
    static func level(after given: GivenPractice, from old: Int) -> Int {
        let goal = given.evidence.ceiling * given.share / full
        if given.isRight { return goal > old ? old + (goal - old + 2) / 3 : old }
        return goal < old ? old - (old - goal + 2) / 3 : old
    }

    static let byItem = Index<Mastery, IndexKey>.ordered("item") {
        IndexKey($0.item.kind.rawValue, $0.item.subject, $0.item.part)
    }
    /// Where mastery is kept.
    public static let collection = RecordCollection<Mastery>("learning.mastery", indexes: [byItem])
}

/// What an answer shows of the learner.
public enum Evidence: String, Codable, CaseIterable, Sendable {
    /// Done along with what was shown, and judged by the learner.
    case done
    /// Recognised among choices.
    case chosen
    /// From memory.
    case recalled

    /// What it can show at best, in thousandths: doing along half of it, choosing four fifths, since one choice in four is right by chance.
    public var ceiling: Int {
        switch self {
        case .done: 500
        case .chosen: 800
        case .recalled: 1000
        }
    }
}
