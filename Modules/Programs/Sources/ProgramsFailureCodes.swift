import Kernel

extension Failure.Code {
    /// Thrown when the system refuses to start a program, or its exit status cannot be read.
    package static var cannotRun: Self { Self() }
    /// Thrown when the user's crontab is invalid UTF-8.
    package static var crontabNotText: Self { Self() }
    /// Thrown when the working directory of a program is missing or inaccessible.
    package static var missingFolder: Self { Self() }
    /// Thrown when a required program is missing at its path or on PATH.
    package static var missingProgram: Self { Self() }
    /// Thrown when systemd or launchd lacks a session for the user, which a schedule needs.
    package static var noUserSession: Self { Self() }
    /// Thrown when a program writes more than its output limit, and is stopped.
    package static var outputTooLong: Self { Self() }
    /// Thrown when a program exits with a status other than 0, or ends by a signal.
    package static var programFailed: Self { Self() }
    /// Thrown when a program exceeds its time limit, and is stopped.
    package static var programTimedOut: Self { Self() }
    /// Thrown when the path of the program cannot be expressed in a crontab, systemd unit or launch
    /// agent.
    package static var scheduleInvalid: Self { Self() }
    /// Thrown when the files of a systemd timer or launch agent cannot be written.
    package static var unitsNotWritten: Self { Self() }
    /// Thrown when the path, an argument or the environment of a program contains NUL.
    package static var unusableArgument: Self { Self() }
}
