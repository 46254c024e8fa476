import Kernel

extension Failure.Code {
    /// Thrown when `grading plan` names a belt without its day, or a belt beside `--clear`.
    package static var dayMissing: Self { Self() }
    /// Thrown when `grading mock` names another belt than that of an unfinished mock grading.
    package static var gradingLeft: Self { Self() }
    /// Thrown when a comma-separated option of `test custom` contains only blanks and commas.
    package static var nothingNamed: Self { Self() }
    /// Thrown when `--kind` of a test contains an unknown kind of question.
    package static var unknownTestKind: Self { Self() }
}
