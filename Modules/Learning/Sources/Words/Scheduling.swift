import Kernel
import Practice

/// Which scheduler decides when cards come back.
public enum Scheduling: String, Codable, CaseIterable, Sendable {
    /// Five boxes, by a preset.
    case leitner
    /// FSRS-6, by what is remembered of each card.
    case fsrs
}

/// How FSRS is to schedule for a learner.
public struct FSRSWishes: Codable, Hashable, Sendable {
    /// How many of a hundred cards are to be known when they come back.
    public static let retentions = 70...97
    /// The same unless somebody says otherwise.
    public static let usualRetention = 90
    /// How long a learning step may be, in seconds: a session is over after twenty minutes.
    public static let stepLengths = 1...1_200
    /// How many there may be.
    public static let mostSteps = 5

    /// Of a hundred cards, so many are to be known when they come back.
    public var retention: Int
    /// Seconds between the answers to a new card in a session, each at least as long as the one before; a card that was missed waits the last of
    /// them. None: the first answer of a day is the only one that counts.
    public var steps: [Int]
    /// Days of the week on which as few cards as possible come back.
    public var easyDays: Set<Weekday>
    /// The learner's own parameters, w0 first; nil for those of FSRS-6. They are looked at when they are used: somebody may have edited them.
    public var parameters: [Double]?

    /// FSRS-6 as it comes.
    public init() { (retention, steps, easyDays, parameters) = (FSRSWishes.usualRetention, [], [], nil) }

    /// Reads wishes; what is no number among the parameters is not one of FSRS either, and is said when they are used.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        retention = try values.number(.retention, within: FSRSWishes.retentions)
        steps = try values.decodeIfPresent([Int].self, forKey: .steps) ?? []
        easyDays = Set(try values.decodeIfPresent([Weekday].self, forKey: .easyDays) ?? [])
        parameters = try values.decodeIfPresent([JSONValue].self, forKey: .parameters)?.map(\.numberOrNone)
    }

    /// Writes days in their order, so that the same is written the same.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(retention, forKey: .retention)
        try values.encode(steps, forKey: .steps)
        try values.encode(Weekday.allCases.filter(easyDays.contains), forKey: .easyDays)
        try values.encodeIfPresent(
            parameters?.map { $0.isFinite ? JSONValue.number($0) : .null }, forKey: .parameters)
    }

    private enum CodingKeys: String, CodingKey { case retention, steps, easyDays, parameters }

    /// FSRS as it is wished for.
    ///
    /// - Throws: `weightsInvalid`, `stepsInvalid`.
    public func fsrs() throws -> FSRS {
        try FSRSWishes.check(steps)
        return try FSRS(
            weights: weights(), desiredRetention: Double(retention) / 100, learningSteps: steps,
            relearningSteps: steps.suffix(1))
    }

    /// The parameters, checked.
    ///
    /// - Throws: `weightsInvalid`.
    public func weights() throws -> FSRSWeights {
        guard let parameters else { return .standard }
        do {
            return try FSRSWeights(parameters)
        } catch let failure as Failure {
            throw Failure(
                failure.code, "Your FSRS parameters cannot be used. \(failure.message)",
                advice: "`study settings --parameters default` takes those of FSRS-6 again.",
                kind: failure.kind)
        }
    }

    /// - Throws: `stepsInvalid`.
    static func check(_ steps: [Int]) throws {
        guard steps.count <= mostSteps, steps.allSatisfy(stepLengths.contains), steps == steps.sorted() else {
            throw Failure(
                .stepsInvalid, "These learning steps cannot be taken.",
                advice: "Write up to five, each from 1s to 20m and at least as long as the one before: 1m,10m. Or none.",
                kind: .usage)
        }
    }
}

extension JSONValue {
    /// The number, or what is none.
    fileprivate var numberOrNone: Double {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: .nan
        }
    }
}
