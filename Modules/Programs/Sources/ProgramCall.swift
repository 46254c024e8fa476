/// A program with its arguments and the conditions of its run.
package struct ProgramCall: Sendable {
    package let path: String
    /// The arguments without the program's name, passed byte for byte without a shell.
    package let arguments: [String]
    /// The standard input. If empty, the program has no input, or the terminal when it runs
    /// interactively.
    package let input: [UInt8]
    /// Input for a captured program after `input`, produced while it runs.
    package var feed: Feed?
    /// The consumer of a captured program's standard output. Nil collects it.
    package var sink: Sink?
    /// The time limit of a captured program. Nil sets none.
    package let deadline: Duration?
    /// The maximum number of bytes on either output of a captured program.
    package let outputLimit: Int
    /// The environment. Nil uses that of this process.
    package let environment: [String: String]?
    /// The working directory. Nil uses that of this process.
    package let workingDirectory: String?

    /// Creates a call. A captured program has a minute and 16 MiB for each output by default.
    package init(
        _ path: String, _ arguments: [String] = [], input: [UInt8] = [], deadline: Duration? = .seconds(60),
        outputLimit: Int = 16 << 20, environment: [String: String]? = nil, workingDirectory: String? = nil
    ) {
        self.path = path
        self.arguments = arguments
        self.input = input
        self.deadline = deadline
        self.outputLimit = max(0, outputLimit)
        self.environment = environment
        self.workingDirectory = workingDirectory
    }

    /// Creates a call of a command line as set in `$EDITOR` or `$PAGER`.
    ///
    /// The shell reads the command, which may carry options and quotes. It never reads the
    /// arguments.
    package init(
        shell command: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String]? = nil
    ) {
        self.init("/bin/sh", ["-c", command + " \"$@\"", "sh"] + arguments, input: input, environment: environment)
    }
}

/// The ending of a program.
package enum ProgramEnding: Hashable, Sendable {
    /// The exit status, in which 0 means success.
    case exited(Int32)
    case killed(signal: Int32)

    init(waitStatus: Int32) {
        self = waitStatus & 0x7F == 0 ? .exited(waitStatus >> 8 & 0xFF) : .killed(signal: waitStatus & 0x7F)
    }

    /// The status as a shell reports it: the exit status, or 128 plus the signal.
    package var shellStatus: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }
}
