import Kernel

/// Where the operations of a log go.
protocol LogSink {
    /// - Parameter line: the offset of the operation's line.
    func take(_ operation: LoggedOperation, in log: Log, line: Int) throws
}

/// Takes nothing: where only the lines are looked at.
struct NoSink: LogSink {
    func take(_ operation: LoggedOperation, in log: Log, line: Int) {}
}
