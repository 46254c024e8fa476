import Kernel

extension Failure.Code {
    package static var alarmOutOfRange: Self { Self() }
    package static var ambianceAndNone: Self { Self() }
    package static var hookFailed: Self { Self() }
    package static var nothingPlaysMusic: Self { Self() }
    package static var onceAndAgain: Self { Self() }
    package static var soundAndNone: Self { Self() }
    package static var soundFormUnknown: Self { Self() }
    package static var tasksUnreadable: Self { Self() }
    package static var upAndDown: Self { Self() }
}
