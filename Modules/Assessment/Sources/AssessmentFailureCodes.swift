import Kernel

extension Failure.Code {
    package static var beltReached: Self { Self() }
    package static var futureGrading: Self { Self() }
    package static var gradingNotFound: Self { Self() }
    package static var manyGradings: Self { Self() }
    package static var noEarlierBelt: Self { Self() }
    package static var noNextBelt: Self { Self() }
    package static var pastGrading: Self { Self() }
    package static var testNotFound: Self { Self() }
    package static var unknownGrade: Self { Self() }
}
