import Kernel

extension PostgresConnection {
    /// A step of the pipeline that was sent, with the handling of its answer.
    enum Step: Hashable {
        case prepare(String)
        case rows
    }

    /// Sends statements and receives their answers.
    func exchange(_ statements: [PostgresStatement]) throws -> [PostgresRows] {
        guard !statements.isEmpty else { return [] }
        try sendAll(statements)
        return try receiveAll()
    }

    /// Sends statements and returns when they are on their way. Their answers are received before
    /// the next statements are sent.
    func sendWithoutWaiting(_ statements: [PostgresStatement]) throws {
        guard !statements.isEmpty else { return }
        try sendAll(statements)
        let handle = try openHandle()
        while true {
            let unsent = calls.flush(handle)
            if unsent == 0 { return }
            guard unsent > 0, try waitForSocket(handle, isSending: true) else { throw closeAsLost() }
        }
    }

    /// Receives all outstanding answers.
    func receiveOutstanding() throws { if !outstandingSteps.isEmpty { _ = try receiveAll() } }

    private func sendAll(_ statements: [PostgresStatement]) throws {
        try receiveOutstanding()
        let handle = try openHandle()
        for statement in statements {
            guard !statement.values.contains(where: \.holdsNUL), !statement.text.utf8.contains(0) else {
                throw recorded(PostgresFailure(.text, "A text holds a NUL."))
            }
        }
        guard calls.enterPipeline(handle) != 0 else { throw closeAsLost() }
        var steps: [Step] = []
        for statement in statements { try send(statement, to: handle, &steps) }
        guard calls.sync(handle) != 0 else { throw closeAsLost() }
        outstandingSteps = steps
    }

    private func receiveAll() throws -> [PostgresRows] {
        let handle = try openHandle()
        let steps = outstandingSteps
        outstandingSteps = []
        var (results, failure): ([PostgresRows], PostgresFailure?) = ([], nil)
        for step in steps {
            guard let answer = try next(of: handle) else { throw closeAsLost() }
            let status = calls.answerStatus(answer)
            if status == calls.numbers.rows || status == calls.numbers.done {
                switch step {
                case .prepare(let name):
                    prepared.insert(name)
                    calls.clear(answer)
                case .rows: results.append(PostgresRows(answer, calls))
                }
            } else {
                if failure == nil, status != calls.numbers.aborted { failure = self.failure(of: answer) }
                calls.clear(answer)
                if failure?.reason == .lost || !isOpen {
                    throw closeAsLost(failure?.message ?? "The connection was lost.")
                }
            }
            while let extraAnswer = try next(of: handle) { calls.clear(extraAnswer) }
        }
        guard let syncAnswer = try next(of: handle) else { throw closeAsLost() }
        let status = calls.answerStatus(syncAnswer)
        calls.clear(syncAnswer)
        guard status == calls.numbers.sync, calls.exitPipeline(handle) != 0 else { throw closeAsLost() }
        if let failure { throw recorded(failure) }
        guard results.count == steps.count(where: { $0 == .rows }) else { throw closeAsLost() }
        return results
    }

    /// Runs a script of many statements.
    func runScript(_ text: String) throws {
        try receiveOutstanding()
        let handle = try openHandle()
        guard !text.utf8.contains(0) else { throw recorded(PostgresFailure(.text, "A text holds a NUL.")) }
        guard calls.sendScript(handle, text) != 0 else { throw closeAsLost() }
        var failure: PostgresFailure?
        while let answer = try next(of: handle) {
            let status = calls.answerStatus(answer)
            if status == calls.numbers.failed, failure == nil { failure = self.failure(of: answer) }
            calls.clear(answer)
            if failure?.reason == .lost || !isOpen { throw closeAsLost() }
        }
        if let failure { throw recorded(failure) }
    }

    /// Records the failure of the transaction, in case the caller catches the error.
    private func recorded(_ failure: PostgresFailure) -> PostgresFailure {
        if let transaction, transaction.firstError == nil { transaction.firstError = failure }
        return failure
    }

    // MARK: - Sending

    private func send(_ statement: PostgresStatement, to handle: LibraryCalls.Connection, _ steps: inout [Step]) throws
    {
        let values = statement.values
        let usesPreparedStatement = statement.isPrepared && !isPooled
        let types = values.map(\.type)
        let name = usesPreparedStatement ? statement.name : ""
        if usesPreparedStatement, !prepared.contains(name), !steps.contains(.prepare(name)) {
            guard calls.prepare(handle, name, statement.text, Int32(types.count), types) != 0 else {
                throw closeAsLost()
            }
            steps.append(.prepare(name))
        }
        // All parameters are in one contiguous block of memory, and pointers refer to its parts.
        var (bytes, ends): ([UInt8], [Int]) = ([], [])
        for value in values {
            value.encode(into: &bytes)
            ends.append(bytes.count)
        }
        bytes.append(0)
        let starts = [0] + ends.dropLast()
        let lengths = zip(starts, ends).map { Int32(truncatingIfNeeded: $1 - $0) }
        let isSent = bytes.withUnsafeBufferPointer { buffer in
            let base = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            let pointers = zip(values, starts).map { value, start -> UnsafePointer<CChar>? in
                if case .null = value { return nil }
                return base.map { $0 + start }
            }
            let formats = [Int32](repeating: 1, count: values.count)
            return usesPreparedStatement
                ? calls.sendPrepared(handle, name, Int32(values.count), pointers, lengths, formats, 1)
                : calls.send(handle, statement.text, Int32(values.count), types, pointers, lengths, formats, 1)
        }
        guard isSent != 0 else { throw closeAsLost() }
        steps.append(.rows)
    }

    // MARK: - Receiving

    /// Returns the next answer, or nil if the statement has no more. It waits while data moves, and
    /// up to the timeout if none does.
    private func next(of handle: LibraryCalls.Connection) throws -> LibraryCalls.Answer? {
        while true {
            let unsent = calls.flush(handle)
            guard unsent >= 0 else { break }
            guard calls.isBusy(handle) != 0, try waitForSocket(handle, isSending: unsent > 0) else { break }
        }
        return calls.next(handle)
    }

    /// Waits until the connection can receive or send.
    ///
    /// - Returns: Whether the connection is still open.
    private func waitForSocket(_ handle: LibraryCalls.Connection, isSending: Bool) throws -> Bool {
        // The server ends statements that take too long. A server that fails to do even that is
        // unreachable.
        let time = (allowance ?? waitLimit.answering) + .seconds(5)
        let events = try wait(on: handle, for: isSending ? POLLIN | POLLOUT : POLLIN, atMost: time)
        guard events != 0 else {
            throw closeAsLost("The server did not answer for \(time.milliseconds / 1000) seconds.")
        }
        return events & ~POLLOUT == 0 || calls.consume(handle) != 0
    }

    private func failure(of answer: LibraryCalls.Answer) -> PostgresFailure {
        func field(_ letter: Unicode.Scalar) -> String {
            calls.errorField(answer, Int32(letter.value)).map { String(cString: $0) } ?? ""
        }
        let state = field("C")
        guard !state.isEmpty else { return PostgresFailure(.lost, "The connection was lost.") }
        return PostgresFailure(state: state, message: field("M"), constraint: field("n"))
    }
}
