import Kernel

extension Failure.Code {
    package static var alreadyDone: Self { Self() }
    package static var annotationInvalid: Self { Self() }
    package static var annotationNotFound: Self { Self() }
    package static var breakRuns: Self { Self() }
    package static var estimateInvalid: Self { Self() }
    package static var goalInvalid: Self { Self() }
    package static var locked: Self { Self() }
    package static var notAwaited: Self { Self() }
    package static var notDone: Self { Self() }
    package static var nothingRuns: Self { Self() }
    package static var nothingToExtend: Self { Self() }
    package static var nothingToInterrupt: Self { Self() }
    package static var nothingToSkip: Self { Self() }
    package static var notInCatalogue: Self { Self() }
    package static var partsOpen: Self { Self() }
    package static var planInvalid: Self { Self() }
    package static var presetFounding: Self { Self() }
    package static var presetNameInvalid: Self { Self() }
    package static var presetNotFound: Self { Self() }
    package static var presetTaken: Self { Self() }
    package static var quickLineTooLong: Self { Self() }
    package static var quickLineTwice: Self { Self() }
    package static var recordNotFound: Self { Self() }
    package static var reminderInvalid: Self { Self() }
    package static var respiteInvalid: Self { Self() }
    package static var sessionRuns: Self { Self() }
    package static var taskAmbiguous: Self { Self() }
    package static var taskNotFound: Self { Self() }
    package static var tasksInCircle: Self { Self() }
    package static var tasksTooDeep: Self { Self() }
    package static var timesInvalid: Self { Self() }
    package static var timesTaken: Self { Self() }
    package static var titleInvalid: Self { Self() }
    package static var tooLong: Self { Self() }
    package static var tooManyAnnotations: Self { Self() }
    package static var waitsForItself: Self { Self() }
    package static var waitsForTooMany: Self { Self() }
}
