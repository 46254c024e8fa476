import Kernel

extension Failure.Code {
    /// Thrown when `task done` names a finished task, or a finished task would get a new part.
    package static var alreadyDone: Self { Self() }
    /// Thrown when an annotation is empty, has over 200 characters or holds control characters.
    package static var annotationInvalid: Self { Self() }
    /// Thrown when `task annotate --remove` gives a number beyond the task's annotations.
    package static var annotationNotFound: Self { Self() }
    /// Thrown when `pause` is used during a break, which only `skip` or `stop` can end early.
    package static var breakRuns: Self { Self() }
    /// Thrown when an estimate is outside 1 minute to 24 hours.
    package static var estimateInvalid: Self { Self() }
    /// Thrown when a daily goal is outside 1 minute to 24 hours, or a weekly one to 99 hours.
    package static var goalInvalid: Self { Self() }
    /// Thrown when the user's plan, free or Pro, lacks the right to a feature.
    package static var locked: Self { Self() }
    /// Thrown when `task wait --not-for` names a task that is missing from the awaited ones.
    package static var notAwaited: Self { Self() }
    /// Thrown when `task reopen` names a task that is still open.
    package static var notDone: Self { Self() }
    /// Thrown when a command such as `pause` needs a session and the timer is off.
    package static var nothingRuns: Self { Self() }
    /// Thrown when `extend` is used in a phase that counts up, or while a round waits.
    package static var nothingToExtend: Self { Self() }
    /// Thrown when `interrupt` is used outside a round, or after 200 interruptions in one round.
    package static var nothingToInterrupt: Self { Self() }
    /// Thrown when `skip` is used while the next round waits for the user.
    package static var nothingToSkip: Self { Self() }
    /// Thrown when the name of a sound, ambiance or theme is unknown.
    package static var notInCatalogue: Self { Self() }
    /// Thrown when `task done` lacks `--parts` and the task has open parts.
    package static var partsOpen: Self { Self() }
    /// Thrown when a round is outside 1 second to 24 hours, a break is over 24 hours, or the rounds
    /// are outside 1 to 12.
    package static var planInvalid: Self { Self() }
    /// Thrown when `preset delete` names an unchanged preset that came with the app.
    package static var presetFounding: Self { Self() }
    /// Thrown when a preset's name is empty, over 40 characters or holds control characters.
    package static var presetNameInvalid: Self { Self() }
    /// Thrown when a preset's name is unknown or fits several presets.
    package static var presetNotFound: Self { Self() }
    /// Thrown when `preset add` gives a name that is already taken.
    package static var presetTaken: Self { Self() }
    /// Thrown when the line of a task is longer than 4,000 bytes.
    package static var quickLineTooLong: Self { Self() }
    /// Thrown when the line of a task repeats a mark, such as a second `@day` or `!priority`.
    package static var quickLineTwice: Self { Self() }
    /// Thrown when the name of a period of focus in history is unknown.
    package static var recordNotFound: Self { Self() }
    /// Thrown when a reminder's second of the day is outside 0…86,399.
    package static var reminderInvalid: Self { Self() }
    /// Thrown when `journey repair` or `journey pause` gets days that the streak rules exclude,
    /// such as a future day to repair.
    package static var respiteInvalid: Self { Self() }
    /// Thrown when `start` is used while an earlier session is still running or waiting.
    package static var sessionRuns: Self { Self() }
    /// Thrown when a name fits several tasks.
    package static var taskAmbiguous: Self { Self() }
    /// Thrown when the name or identifier of a task is unknown.
    package static var taskNotFound: Self { Self() }
    /// Thrown when a link would make a task wait for itself through other tasks or parts.
    package static var tasksInCircle: Self { Self() }
    /// Thrown when a task would be more than 5 levels deep in other tasks.
    package static var tasksTooDeep: Self { Self() }
    /// Thrown when a period of focus is outside 1 minute to 24 hours, ends in the future, begins
    /// before 1970 or overfills its day.
    package static var timesInvalid: Self { Self() }
    /// Thrown when a period of focus overlaps another one or the running round.
    package static var timesTaken: Self { Self() }
    /// Thrown when a task's title is empty, over 200 characters or holds control characters.
    package static var titleInvalid: Self { Self() }
    /// Thrown when `extend` adds less than a second, or makes a round or break exceed 24 hours.
    package static var tooLong: Self { Self() }
    /// Thrown when a task already has 100 annotations.
    package static var tooManyAnnotations: Self { Self() }
    /// Thrown when `task wait` gives a task itself as the one to wait for.
    package static var waitsForItself: Self { Self() }
    /// Thrown when a task would wait for more than 50 others.
    package static var waitsForTooMany: Self { Self() }
}
