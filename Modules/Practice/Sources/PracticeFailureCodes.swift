import Kernel

extension Failure.Code {
    package static var answeredSince: Self { Self() }
    package static var historyInvalid: Self { Self() }
    package static var intervalsInvalid: Self { Self() }
    package static var nothingToCount: Self { Self() }
    package static var nothingLeft: Self { Self() }
    package static var retentionInvalid: Self { Self() }
    package static var sessionNotFound: Self { Self() }
    package static var stepsInvalid: Self { Self() }
    package static var tooFewReviews: Self { Self() }
    package static var weightsInvalid: Self { Self() }
}
