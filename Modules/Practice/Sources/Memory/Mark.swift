/// What an answer is worth, field by field.
public struct Mark: Hashable, Sendable {
    /// One field of an answer that is graded by itself: which foot, where to.
    public struct Field: Hashable, Codable, Sendable {
        /// The field.
        public let name: String
        /// Whether it was right.
        public let isRight: Bool

        /// A field and how it was answered.
        public init(_ name: String, isRight: Bool) { (self.name, self.isRight) = (name, isRight) }
    }

    /// What it shows.
    public let evidence: Evidence
    /// Its fields; at least one.
    public let fields: [Field]
    /// How well it was known, as a scheduler counts.
    public let rating: Rating
    /// What was answered instead of what was wanted; nil where it was right, and where the exercise does not say.
    public let instead: Instead?

    /// A graded answer; one without fields is wrong as a whole.
    ///
    /// - Parameters:
    ///   - rating: nil for `good` where all is right, else `again`.
    ///   - instead: what was answered; dropped where all is right.
    public init(_ evidence: Evidence, _ fields: [Field], rating: Rating? = nil, instead: Instead? = nil) {
        self.evidence = evidence
        self.fields = fields.isEmpty ? [Field("answer", isRight: false)] : fields
        let isRight = self.fields.allSatisfy(\.isRight)
        self.rating = rating ?? (isRight ? .good : .again)
        self.instead = isRight ? nil : instead
    }

    /// An answer of one field, as it was rated.
    public init(_ evidence: Evidence, _ rating: Rating, instead: Instead? = nil) {
        self.init(evidence, [Field("answer", isRight: rating.isRight)], rating: rating, instead: instead)
    }

    /// Whether every field is right.
    public var isRight: Bool { fields.allSatisfy(\.isRight) }
    /// The share of fields that are right, in thousandths, 0…1000.
    public var share: Int { fields.count { $0.isRight } * Level.full / fields.count }
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
