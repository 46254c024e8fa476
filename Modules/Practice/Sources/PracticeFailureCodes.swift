import Kernel

extension Failure.Code {
    /// Thrown by undo and correction when another session has since answered the same item.
    package static var answeredSince: Self { Self() }
    /// Thrown when the review file of `schedule replay` exceeds 64 MB or breaks its JSON format.
    package static var historyInvalid: Self { Self() }
    /// Thrown unless Leitner intervals are five ascending numbers 1…365, and the longest FSRS
    /// interval is 1…36,500 days.
    package static var intervalsInvalid: Self { Self() }
    /// Thrown by `+` when the latest answer was right or chosen from a list, or when a test hides
    /// judgments.
    package static var nothingToCount: Self { Self() }
    /// Thrown when an answer arrives after the last item of a session.
    package static var nothingLeft: Self { Self() }
    /// Thrown when the desired retention of FSRS is outside 0.7…0.99.
    package static var retentionInvalid: Self { Self() }
    /// Thrown when a session is missing from the log while it is answered, paused or ended.
    package static var sessionNotFound: Self { Self() }
    /// Thrown when learning steps are more than ten, descend, or are outside 1 second…12 hours.
    package static var stepsInvalid: Self { Self() }
    /// Thrown when fewer than 400 reviews, each a day or more after the previous one, can fit FSRS.
    package static var tooFewReviews: Self { Self() }
    /// Thrown unless FSRS weights are 21 numbers within their bounds, with w0…w3 ascending.
    package static var weightsInvalid: Self { Self() }
}
