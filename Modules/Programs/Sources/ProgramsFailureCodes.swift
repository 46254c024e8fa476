import Kernel

extension Failure.Code {
    package static var cannotRun: Self { Self() }
    package static var crontabNotText: Self { Self() }
    package static var missingFolder: Self { Self() }
    package static var missingProgram: Self { Self() }
    package static var noUserSession: Self { Self() }
    package static var outputTooLong: Self { Self() }
    package static var programFailed: Self { Self() }
    package static var programTimedOut: Self { Self() }
    package static var scheduleInvalid: Self { Self() }
    package static var unitsNotWritten: Self { Self() }
    package static var unusableArgument: Self { Self() }
}
