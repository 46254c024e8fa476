import Content
import Footwork
import Kernel
import Practice

/// A question about one movement.
package struct PatternQuestion: Sendable {
    /// The kind of a question.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// The movement that follows a shown one.
        case next
        case direction
        case foot
        case stance
        case side
        /// The technique and its height, without a hint about the preceding movement, as in a test.
        case technique
        /// The whole movement in one line: stance, direction and technique.
        case movement
    }

    /// A separately graded field of an answer.
    package enum Field: String, CaseIterable, Sendable {
        /// The moving foot: left, right, both or none.
        case foot
        /// The letter of the direction faced before the movement.
        case from
        /// The letter of the direction faced after the movement.
        case to
        case stance
        case stanceSide = "stance side"
        /// The technique, without section and tool.
        case technique
        case section
        case side
    }

    /// An answer to choose.
    package struct Choice: Hashable, Sendable {
        package let text: String
        package let values: [Field: String]
    }

    package let heading: PatternHeading
    package let move: Move
    package let kind: Kind
    package let prompt: String
    /// A short description of the expected typed answer.
    package let form: String
    /// The graded fields, at least one.
    package let fields: [Field]
    /// The right answers, each as a whole.
    package let accepted: [[Field: String]]
    /// The other techniques of these patterns, which do not count as typos of the right one.
    let rivals: Set<String>
    /// The displayed right answer, which also counts if typed.
    package let displayedAnswer: String
    /// The choices, including the right one, or empty if the answer is typed.
    package internal(set) var choices: [Choice]

    /// Grades values field by field against the nearest accepted answer.
    package func grade(_ values: [Field: String]) -> [Mark.Field] {
        let grades = accepted.map { answer in
            fields.map { Mark.Field($0.rawValue, isRight: Self.means(values[$0] ?? "", answer[$0] ?? "", $0)) }
        }
        return grades.max { $0.count { $0.isRight } < $1.count { $0.isRight } } ?? []
    }

    /// Returns whether the values are right in every field.
    func isRight(_ values: [Field: String]) -> Bool { grade(values).allSatisfy(\.isRight) }

    /// Returns whether the values contradict every right answer.
    ///
    /// Values that are only more or less specific than a right answer are no wrong choice. The same
    /// applies to a side punch called a punch.
    func isContradicted(by values: [Field: String]) -> Bool {
        accepted.allSatisfy { answer in
            fields.contains { field in
                guard let value = values[field], let expected = answer[field] else { return false }
                return !Self.means(fullWords(value, field), fullWords(expected, field), field)
            }
        }
    }

    /// Returns a value as questions about whole movements compare it: a side punch as a punch.
    private func fullWords(_ value: String, _ field: Field) -> String {
        field == .technique && value == "side punch" && [.movement, .next].contains(kind) ? "punch" : value
    }

    /// Returns whether two values mean the same. Two letters can name one direction: E and A are on
    /// the same side.
    private static func means(_ value: String, _ rightValue: String, _ field: Field) -> Bool {
        guard field == .from || field == .to, let givenBearing = Bearing(value), let rightBearing = Bearing(rightValue)
        else {
            return value == rightValue
        }
        return givenBearing.direction == rightBearing.direction
    }
}
