import Kernel

extension Command {
    /// Returns the same command with a handler for failures, including those after a question or an
    /// editor.
    ///
    /// - Parameter recover: returns the output to show instead, or throws the failure or another
    ///   one.
    public func recovering(_ recover: @escaping @Sendable (Failure) throws -> Output) -> Command {
        running { run in try Command.recovering(recover, run) }
    }

    private static func recovering(
        _ recover: @escaping @Sendable (Failure) throws -> Output, _ body: () throws -> Output
    ) throws -> Output {
        var output: Output
        do { output = try body() } catch let failure as Failure { return try recover(failure) }
        switch output.continuation {
        case .confirm(let question, let proceed):
            output.continuation = .confirm(question: question) { try recovering(recover, proceed) }
        case .secret(let question, let option, let proceed):
            output.continuation = .secret(question: question, option: option) { line in
                try recovering(recover) { try proceed(line) }
            }
        case .edit(let text, let fileName, let proceed):
            output.continuation = .edit(text: text, fileName: fileName) { saved in
                try recovering(recover) { try proceed(saved) }
            }
        case .work(let title, let total, let proceed):
            output.continuation = .work(title: title, total: total) { advance in
                try recovering(recover) { try proceed(advance) }
            }
        case .open(let path, let proceed?):
            output.continuation = .open(path: path) { failure in try recovering(recover) { try proceed(failure) } }
        case .dialogue, .browse, .open, .stream, nil: break
        }
        return output
    }
}
