import Kernel

/// The failures of an unreachable or silent shared place. Each module passes its own code.
extension Failure {
    /// Returns the temporary failure of a place that cannot be reached.
    ///
    /// - Parameter reason: why, in a sentence of its own, or an empty text.
    package static func unreachable(_ code: Code, _ place: String, _ reason: String = "", advice: String) -> Failure {
        Failure(
            code, "\(place) cannot be reached now.\(reason.isEmpty ? "" : " " + reason)", advice: advice,
            kind: .temporary)
    }

    /// Returns the temporary failure of a place that does not answer within the wait limit.
    package static func silent(_ code: Code, _ place: String) -> Failure {
        Failure(
            code, "\(place) does not answer.",
            advice: "Its disk or network may be stuck, or another program may be using it. Try again later.",
            kind: .temporary)
    }

    /// Returns the failure of a delivery that ended with an error without a sentence.
    package static func undelivered(_ code: Code, _ error: any Error) -> Failure {
        Failure(code, "What waits could not be sent: \(error)")
    }
}
