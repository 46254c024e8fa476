import Kernel
import Pictures

/// For which day a photo is kept, and why.
public struct DateDecision: Hashable, Sendable {
    /// What decided.
    public enum Source: Hashable, Sendable {
        /// The person said so.
        case given
        /// The camera wrote it down, by its own clock.
        case camera(CameraNotes.Moment)
        /// Nothing else was known.
        case today
    }

    /// When the photo belongs, never in the future.
    public let day: Day
    /// What decided.
    public let source: Source

    /// The day that was given, else the day on the camera's clock, else today.
    ///
    /// The camera's clock is taken as it stands, whatever its offset from UTC: a photo of New Year's Eve stays one wherever it is added.
    ///
    /// - Throws: `dayInFuture`.
    public init(given: Day?, camera: CameraNotes, today: Day) throws {
        source = given.map { _ in .given } ?? camera.taken.map { .camera($0) } ?? .today
        day = given ?? camera.taken?.day ?? today
        guard day <= today else { throw DateDecision.inFuture(day, source, today) }
    }

    /// How it was decided, as a sentence.
    public var sentence: String {
        switch source {
        case .given: "The day is \(day), as you said."
        case .camera(let moment): "The day is \(day), when the photo was taken by its camera's clock\(moment.zone)."
        case .today: "The day is today, \(day): the photo does not say when it was taken."
        }
    }

    private static func inFuture(_ day: Day, _ source: Source, _ today: Day) -> Failure {
        let whose =
            source == .given
            ? "\(day) is in the future" : "By its camera's clock the photo was taken on \(day), which is in the future"
        return Failure(
            .dayInFuture, "\(whose); today is \(today).", advice: "Name its day with `--date DAY`.", kind: .badData)
    }
}

extension CameraNotes.Moment {
    /// ` (UTC+09:00)`, or nothing where the camera does not say.
    fileprivate var zone: String {
        guard let offset else { return "" }
        let minutes = abs(offset) / 60
        return " (UTC\(offset < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2)))"
    }
}
