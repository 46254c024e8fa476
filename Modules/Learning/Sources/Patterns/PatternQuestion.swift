import Content
import Footwork
import Kernel
import Practice

/// One question about one movement.
public struct PatternQuestion: Sendable {
    /// What is asked.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// Which movement follows.
        case next
        /// From where and to where the performer faces.
        case direction
        /// Which foot moves.
        case foot
        /// In which stance it ends.
        case stance
        /// Which arm or leg, and how high.
        case side
        /// Which technique, and how high; without the movement before it, as a test asks.
        case technique
        /// The whole of it, in one line: stance, direction, technique.
        case movement
    }

    /// One field of an answer, graded by itself.
    public enum Field: String, CaseIterable, Sendable {
        /// The foot that moves: left, right, both, none.
        case foot
        /// Where the performer faced before.
        case from
        /// Where the performer faces at the end.
        case to
        /// How one stands at the end.
        case stance
        /// Left or right, where a stance has one.
        case stanceSide = "stance side"
        /// The technique, without section and tool.
        case technique
        /// High, middle or low.
        case section
        /// The arm or leg.
        case side
    }

    /// An answer to choose.
    public struct Choice: Hashable, Sendable {
        /// As it is shown.
        public let text: String
        /// What it says, by field.
        public let values: [Field: String]
    }

    /// The pattern.
    public let heading: PatternHeading
    /// The movement that the answer is about.
    public let move: Move
    /// What is asked.
    public let kind: Kind
    /// The question in a sentence.
    public let prompt: String
    /// What a typed answer is to hold, in a few words.
    public let form: String
    /// What is graded; at least one field.
    public let fields: [Field]
    /// What is right: one of these, as a whole.
    public let accepted: [[Field: String]]
    /// Other techniques of these patterns: what is one of them is no slip of the right one.
    let rivals: Set<String>
    /// The right answer as it is shown; typing it is right.
    public let wanted: String
    /// Answers to choose from, one of them right; empty when the answer is typed.
    public internal(set) var choices: [Choice]

    /// Grades values field by field, against the accepted answer that they are nearest to.
    public func grade(_ values: [Field: String]) -> [Mark.Field] {
        let graded = accepted.map { right in
            fields.map { Mark.Field($0.rawValue, isRight: Self.means(values[$0] ?? "", right[$0] ?? "", $0)) }
        }
        return graded.max { $0.count { $0.isRight } < $1.count { $0.isRight } } ?? []
    }

    /// Whether these values are right in every field.
    func isRight(_ values: [Field: String]) -> Bool { grade(values).allSatisfy(\.isRight) }

    /// Whether these values contradict every right answer. One that only says more or less than a right one, or calls a side punch a punch as books
    /// do where the stance is said, is no wrong choice.
    func isContradicted(by values: [Field: String]) -> Bool {
        accepted.allSatisfy { right in
            fields.contains { field in
                guard let given = values[field], let wanted = right[field] else { return false }
                return !Self.means(said(given, field), said(wanted, field), field)
            }
        }
    }

    private func said(_ value: String, _ field: Field) -> String {
        field == .technique && value == "side punch" && [.movement, .next].contains(kind) ? "punch" : value
    }

    /// Two letters can mean one direction: E lies where A does.
    private static func means(_ given: String, _ right: String, _ field: Field) -> Bool {
        guard field == .from || field == .to, let one = Bearing(given), let other = Bearing(right) else { return given == right }
        return one.direction == other.direction
    }
}
