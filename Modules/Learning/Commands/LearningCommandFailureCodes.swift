import Kernel

extension Failure.Code {
    /// Thrown when a typed word fits no term of the learner's grades, or more than one.
    package static var noSuchWord: Self { Self() }
    /// Thrown when `study --continue` finds no unfinished session of today.
    package static var noSession: Self { Self() }
    /// Thrown when a small child begins a comprehensive test, a placement or a mock grading.
    package static var notForChildren: Self { Self() }
    /// Thrown when a learning step is outside 1 to 1,200 seconds or minutes, such as `10m`.
    package static var notSteps: Self { Self() }
    /// Thrown when a word of the list has fewer than 3 letters or begins no English weekday.
    package static var notWeekdays: Self { Self() }
    /// Thrown when `study` names a Leitner preset while the FSRS scheduler is active.
    package static var presetWithFSRS: Self { Self() }
    /// Thrown when a word set is empty or has no word that the learner may study.
    static var setEmpty: Self { Self() }
}
