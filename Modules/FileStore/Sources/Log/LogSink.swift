import Kernel

/// A receiver of a log's operations.
protocol LogSink {
    /// Takes an operation.
    ///
    /// - Parameter line: the offset of the operation's line.
    func receive(_ operation: LoggedOperation, in log: Log, line: Int) throws
}

/// A sink that ignores operations, for reads that only need the lines.
struct DiscardingSink: LogSink {
    func receive(_ operation: LoggedOperation, in log: Log, line: Int) {}
}
