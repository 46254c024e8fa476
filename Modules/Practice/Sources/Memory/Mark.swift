/// The judgment of an answer, field by field.
package struct Mark: Hashable, Sendable {
    /// A separately judged field of an answer, such as the foot or the direction.
    package struct Field: Hashable, Codable, Sendable {
        package let name: String
        package let isRight: Bool

        package init(_ name: String, isRight: Bool) {
            self.name = name
            self.isRight = isRight
        }
    }

    package let evidence: Evidence
    package let fields: [Field]
    package let rating: Rating
    /// The answer given instead, or nil if the answer was right or the exercise does not report it.
    package let instead: ConfusedAnswer?

    /// Creates a mark. A mark without fields is wrong as a whole.
    ///
    /// - Parameters:
    ///   - rating: the rating. Nil means `good` if all fields are right, or else `again`.
    ///   - instead: the answer given instead, ignored if all fields are right.
    package init(_ evidence: Evidence, _ fields: [Field], rating: Rating? = nil, instead: ConfusedAnswer? = nil) {
        self.evidence = evidence
        self.fields = fields.isEmpty ? [Field("answer", isRight: false)] : fields
        let isRight = self.fields.allSatisfy(\.isRight)
        self.rating = rating ?? (isRight ? .good : .again)
        self.instead = isRight ? nil : instead
    }

    package init(_ evidence: Evidence, _ rating: Rating, instead: ConfusedAnswer? = nil) {
        self.init(evidence, [Field("answer", isRight: rating.isRight)], rating: rating, instead: instead)
    }

    package var isRight: Bool { fields.allSatisfy(\.isRight) }
    /// The share of right fields, in thousandths, 0…1000.
    package var share: Int { fields.count { $0.isRight } * Level.full / fields.count }
}

/// The kind of evidence that an answer gives.
package enum Evidence: String, Codable, CaseIterable, Sendable {
    /// Performed while the task was visible, and assessed by the learner.
    case done
    case chosen
    case recalled

    /// The highest level that the evidence can show, in thousandths.
    ///
    /// Performing while the task is visible shows half. Choosing shows four fifths, because one
    /// choice in four is right by chance.
    package var ceiling: Int {
        switch self {
        case .done: 500
        case .chosen: 800
        case .recalled: 1000
        }
    }
}
