import Kernel

extension Failure.Code {
    /// Thrown when `alarm set` repeats outside 5 seconds to 10 minutes, or lasts outside 5 seconds
    /// to an hour.
    package static var alarmOutOfRange: Self { Self() }
    /// Thrown when `ambiance use` gets both `--off` and the name of an ambiance.
    package static var ambianceAndNone: Self { Self() }
    /// Thrown when `task annotate` gets both a text and `--remove`, or lacks both.
    package static var annotateWhat: Self { Self() }
    /// Thrown when `start` gets both `--auto` and `--no-auto`.
    package static var autoAndNot: Self { Self() }
    /// Thrown when the file of `import` is empty or in an unknown format.
    package static var fileUnknown: Self { Self() }
    /// Thrown when `start` gets both `--flow` and `--for`.
    package static var flowAndFor: Self { Self() }
    /// Thrown when `export` asks for tasks or sessions in a format that holds only the other kind.
    package static var formHoldsOther: Self { Self() }
    /// Thrown when the file of `export` has an unknown extension and `--as` is missing.
    package static var formUnnamed: Self { Self() }
    /// Reported when a hook fails, times out or writes too much during `hook test`.
    package static var hookFailed: Self { Self() }
    /// Thrown when `task move` gets both `--under` and `--top`, or lacks both.
    package static var moveWhere: Self { Self() }
    /// Thrown when a word of `history`, `stats` or `report` is unreadable as a period or day.
    package static var notAPeriod: Self { Self() }
    /// Thrown when `session add` or `session edit` gets unreadable times, or an end before its
    /// beginning.
    package static var notASpan: Self { Self() }
    /// Thrown when a `music` command lacks a player in the right state, such as a paused one for
    /// `play`.
    package static var nothingPlaysMusic: Self { Self() }
    /// Thrown when a tag or project of `session add` or `session edit` is empty or contains white
    /// space.
    package static var notOneWord: Self { Self() }
    /// Thrown when `alarm set` gets both `--once` and `--repeat`.
    package static var onceAndAgain: Self { Self() }
    /// Thrown when `journey pause` gets both `--off` and days.
    package static var pauseAndOff: Self { Self() }
    /// Thrown when a range of days ends before it begins, or is given in two ways at once.
    package static var rangeInvalid: Self { Self() }
    /// Thrown when `sound use` gets both `--off` and the name of a sound.
    package static var soundAndNone: Self { Self() }
    /// Thrown when the file of `sound export` has an extension other than `.wav` and `.flac`.
    package static var soundFormUnknown: Self { Self() }
    /// Thrown when the file of `task import` is invalid UTF-8 or has over 10,000 lines.
    package static var tasksUnreadable: Self { Self() }
    /// Thrown when `start` gets both `--count-up` and `--for`.
    package static var upAndDown: Self { Self() }
    /// Thrown when `task wait` lacks both `--for` and `--not-for`.
    package static var waitForWhat: Self { Self() }
}
