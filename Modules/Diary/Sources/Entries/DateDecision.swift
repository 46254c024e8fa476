import Kernel
import Pictures

/// The day of a photo and the reason for it.
package struct DateDecision: Hashable, Sendable {
    /// The source of the day.
    package enum Source: Hashable, Sendable {
        case given
        /// The day that the camera recorded by its own clock.
        case camera(CameraNotes.Moment)
        case today
    }

    /// The day of the photo, never in the future.
    package let day: Day
    package let source: Source

    /// Selects the given day, else the day of the camera's clock, else today.
    ///
    /// The camera's local time is used regardless of its UTC offset. A photo of New Year's Eve
    /// therefore keeps its day wherever it is added.
    ///
    /// - Throws: `dayInFuture`.
    package init(given: Day?, camera: CameraNotes, today: Day) throws {
        source = given.map { _ in .given } ?? camera.taken.map { .camera($0) } ?? .today
        day = given ?? camera.taken?.day ?? today
        guard day <= today else { throw DateDecision.inFuture(day, source, today) }
    }

    /// The day and its reason for the user.
    package var sentence: String {
        switch source {
        case .given: "The day is \(day), as you said."
        case .camera(let moment): "The day is \(day), when the photo was taken by its camera's clock\(moment.zone)."
        case .today: "The day is today, \(day): the photo does not say when it was taken."
        }
    }

    private static func inFuture(_ day: Day, _ source: Source, _ today: Day) -> Failure {
        let reason =
            source == .given
            ? "\(day) is in the future" : "By its camera's clock the photo was taken on \(day), which is in the future"
        return Failure(
            .dayInFuture, "\(reason); today is \(today).", advice: "Name its day with `--date DAY`.", kind: .badData)
    }
}

extension CameraNotes.Moment {
    /// The offset as ` (UTC+09:00)`, or empty text if the camera does not record it.
    fileprivate var zone: String {
        guard let offset else { return "" }
        let minutes = abs(offset) / 60
        return " (UTC\(offset < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2)))"
    }
}
