import Kernel

extension Failure.Code {
    package static var alarmOutOfRange: Self { Self() }
    package static var ambianceAndNone: Self { Self() }
    package static var annotateWhat: Self { Self() }
    package static var autoAndNot: Self { Self() }
    package static var fileUnknown: Self { Self() }
    package static var flowAndFor: Self { Self() }
    package static var formHoldsOther: Self { Self() }
    package static var formUnnamed: Self { Self() }
    package static var hookFailed: Self { Self() }
    package static var moveWhere: Self { Self() }
    package static var notAPeriod: Self { Self() }
    package static var notASpan: Self { Self() }
    package static var nothingPlaysMusic: Self { Self() }
    package static var notOneWord: Self { Self() }
    package static var onceAndAgain: Self { Self() }
    package static var pauseAndOff: Self { Self() }
    package static var rangeInvalid: Self { Self() }
    package static var soundAndNone: Self { Self() }
    package static var soundFormUnknown: Self { Self() }
    package static var tasksUnreadable: Self { Self() }
    package static var upAndDown: Self { Self() }
    package static var waitForWhat: Self { Self() }
}
