import Kernel

extension Failure.Code {
    package static var nobodyTells: Self { Self() }
    package static var reminderNotFound: Self { Self() }
    package static var snoozeTooLong: Self { Self() }
}
