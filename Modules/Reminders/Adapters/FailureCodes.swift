import Kernel

extension Failure.Code {
    package static var crontabNotText: Self { Self() }
    package static var noUserSession: Self { Self() }
    package static var unitsNotWritten: Self { Self() }
}
