import Kernel
import Practice

/// The scheduler of cards.
package enum Scheduling: String, Codable, CaseIterable, Sendable {
    /// Five boxes with fixed intervals.
    case leitner
    /// FSRS-6, based on the memory of each card.
    case fsrs
}

/// The FSRS options of a learner.
package struct FSRSOptions: Codable, Hashable, Sendable {
    /// The possible percentages of cards to be known when they come back.
    package static let retentions = 70...97
    /// The default retention, in percent.
    package static let defaultRetention = 90
    /// The possible lengths of a learning step, in seconds. A session ends after twenty minutes.
    package static let stepLengths = 1...1_200
    package static let maximumSteps = 5

    /// The percentage of cards to be known when they come back.
    package var retention: Int
    /// The seconds between the answers to a new card in a session, in ascending order.
    ///
    /// A missed card waits for the last step. Without steps, only the first answer of a day counts.
    package var steps: [Int]
    /// The weekdays on which as few cards as possible come back.
    package var easyDays: Set<Weekday>
    /// The learner's own parameters, w0 first, or nil for those of FSRS-6. They are validated on
    /// use, because they can be edited outside the app.
    package var parameters: [Double]?

    package init() {
        retention = FSRSOptions.defaultRetention
        steps = []
        easyDays = []
        parameters = nil
    }

    /// Decodes options. Parameters that are not numbers are kept as invalid, and reported on use.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        retention = try values.number(.retention, within: FSRSOptions.retentions)
        steps = try values.decodeIfPresent([Int].self, forKey: .steps) ?? []
        easyDays = Set(try values.decodeIfPresent([Weekday].self, forKey: .easyDays) ?? [])
        parameters = try values.decodeIfPresent([JSONValue].self, forKey: .parameters)?.map(\.numberOrNone)
    }

    /// Encodes the weekdays in order, so that equal options have equal encodings.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(retention, forKey: .retention)
        try values.encode(steps, forKey: .steps)
        try values.encode(Weekday.allCases.filter(easyDays.contains), forKey: .easyDays)
        try values.encodeIfPresent(
            parameters?.map { $0.isFinite ? JSONValue.number($0) : .null }, forKey: .parameters)
    }

    private enum CodingKeys: String, CodingKey { case retention, steps, easyDays, parameters }

    /// Returns FSRS with these options.
    ///
    /// - Throws: `weightsInvalid`, `stepsInvalid`.
    package func fsrs() throws -> FSRS {
        try FSRSOptions.check(steps)
        return try FSRS(
            weights: weights(), desiredRetention: Double(retention) / 100, learningSteps: steps,
            relearningSteps: steps.suffix(1))
    }

    /// Returns the validated parameters.
    ///
    /// - Throws: `weightsInvalid`.
    package func weights() throws -> FSRSWeights {
        guard let parameters else { return .standard }
        do {
            return try FSRSWeights(parameters)
        } catch let failure as Failure {
            throw Failure(
                failure.code, "Your FSRS parameters cannot be used. \(failure.message)",
                advice: "`study settings --parameters default` takes those of FSRS-6 again.", kind: failure.kind)
        }
    }

    /// Validates learning steps.
    ///
    /// - Throws: `stepsInvalid`.
    static func check(_ steps: [Int]) throws {
        guard steps.count <= maximumSteps, steps.allSatisfy(stepLengths.contains), steps == steps.sorted() else {
            throw Failure(
                .stepsInvalid, "These learning steps cannot be taken.",
                advice:
                    "Write up to five, each from 1s to 20m and at least as long as the one before: 1m,10m. Or none.",
                kind: .usage)
        }
    }
}

extension JSONValue {
    fileprivate var numberOrNone: Double {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: .nan
        }
    }
}
