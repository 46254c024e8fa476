import Kernel

extension Failure.Code {
    /// Thrown when a planned grading is for the learner's current belt or an earlier one.
    package static var beltReached: Self { Self() }
    /// Thrown when `grading record` names a day after today.
    package static var futureGrading: Self { Self() }
    /// Thrown when no recorded grading has the given identifier or row number.
    package static var gradingNotFound: Self { Self() }
    /// Thrown when an abbreviated identifier fits more than one grading.
    package static var manyGradings: Self { Self() }
    /// Thrown when a grading is for the first belt of the school, which needs no grading.
    package static var noEarlierBelt: Self { Self() }
    /// Thrown when the next belt is asked for and the belt is the last of the school.
    package static var noNextBelt: Self { Self() }
    /// Thrown when `grading plan` names a day before today.
    package static var pastGrading: Self { Self() }
    /// Thrown when no finished test has the given identifier, or `latest` finds no test.
    package static var testNotFound: Self { Self() }
    /// Thrown when the stored run of a mock grading contains an invalid grade.
    package static var unknownGrade: Self { Self() }
}
