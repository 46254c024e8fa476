/// One program with its arguments and the conditions it runs under.
public struct ProgramCall: Sendable {
    /// The absolute path of the program.
    public let path: String
    /// What it is given, without its own name; byte for byte, no shell reads it.
    public let arguments: [String]
    /// What it reads on standard input. Empty: nothing, or the terminal when it runs interactively.
    public let input: [UInt8]
    /// What a captured program reads after that, while it is being made; nil for nothing.
    public var feed: Feed?
    /// What takes what a captured program writes to standard output; nil for collecting it.
    public var sink: Sink?
    /// How long a captured program may take; nil for as long as it likes.
    public let deadline: Duration?
    /// How many bytes a captured program may write to either of its outputs.
    public let outputLimit: Int
    /// Its environment; nil for that of this process.
    public let environment: [String: String]?
    /// Where it runs; nil for the folder of this process.
    public let workingDirectory: String?

    /// A call. A captured program has a minute and 16 MiB for each output unless the call says otherwise.
    public init(
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

    /// A call of a command line as a person sets it in `$EDITOR` or `$PAGER`: the shell reads the command, which may carry options and
    /// quotes, and never the arguments.
    public init(shell command: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String]? = nil) {
        self.init("/bin/sh", ["-c", command + " \"$@\"", "sh"] + arguments, input: input, environment: environment)
    }
}

/// How a program stopped.
public enum ProgramEnding: Hashable, Sendable {
    /// It ended by itself; 0 says that all went well.
    case exited(Int32)
    /// A signal ended it.
    case killed(signal: Int32)

    init(waitStatus: Int32) {
        self = waitStatus & 0x7F == 0 ? .exited(waitStatus >> 8 & 0xFF) : .killed(signal: waitStatus & 0x7F)
    }

    /// What a shell reports: the exit status, or 128 and the signal.
    public var shellStatus: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }
}
