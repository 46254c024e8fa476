import Kernel

extension PostgresConnection {
    /// What was sent, and what is to be made of the answer.
    enum Step: Hashable {
        case prepare(String)
        case rows
    }

    /// Sends statements and takes in what they answer.
    func pass(_ statements: [PostgresStatement]) throws -> [PostgresRows] {
        guard !statements.isEmpty else { return [] }
        try say(statements)
        return try hear()
    }

    /// Sends statements, and goes on when they are on their way: what they answer is heard before the next are said.
    func passOn(_ statements: [PostgresStatement]) throws {
        guard !statements.isEmpty else { return }
        try say(statements)
        let handle = try living()
        while true {
            let unsent = calls.flush(handle)
            if unsent == 0 { return }
            guard unsent > 0, try move(handle, isSending: true) else { throw lost() }
        }
    }

    /// Takes in what is still to be heard.
    func settle() throws { if !unheard.isEmpty { _ = try hear() } }

    private func say(_ statements: [PostgresStatement]) throws {
        try settle()
        let handle = try living()
        for statement in statements {
            guard !statement.values.contains(where: \.holdsNUL), !statement.text.utf8.contains(0) else {
                throw noted(PostgresFailure(.text, "A text holds a NUL."))
            }
        }
        guard calls.enterPipeline(handle) != 0 else { throw lost() }
        var steps: [Step] = []
        for statement in statements { try send(statement, to: handle, &steps) }
        guard calls.sync(handle) != 0 else { throw lost() }
        unheard = steps
    }

    private func hear() throws -> [PostgresRows] {
        let (handle, steps) = (try living(), unheard)
        unheard = []
        var (found, failure): ([PostgresRows], PostgresFailure?) = ([], nil)
        for step in steps {
            guard let answer = try next(of: handle) else { throw lost() }
            let status = calls.answerStatus(answer)
            if status == calls.numbers.rows || status == calls.numbers.done {
                switch step {
                case .prepare(let name):
                    prepared.insert(name)
                    calls.clear(answer)
                case .rows: found.append(PostgresRows(answer, calls))
                }
            } else {
                if failure == nil, status != calls.numbers.aborted { failure = self.failure(of: answer) }
                calls.clear(answer)
                if failure?.reason == .lost || !isOpen { throw lost(failure?.message ?? "The connection was lost.") }
            }
            while let more = try next(of: handle) { calls.clear(more) }
        }
        guard let end = try next(of: handle) else { throw lost() }
        let status = calls.answerStatus(end)
        calls.clear(end)
        guard status == calls.numbers.sync, calls.exitPipeline(handle) != 0 else { throw lost() }
        if let failure { throw noted(failure) }
        guard found.count == steps.count(where: { $0 == .rows }) else { throw lost() }
        return found
    }

    /// Runs a text of many statements.
    func passScript(_ text: String) throws {
        try settle()
        let handle = try living()
        guard !text.utf8.contains(0) else { throw noted(PostgresFailure(.text, "A text holds a NUL.")) }
        guard calls.sendScript(handle, text) != 0 else { throw lost() }
        var failure: PostgresFailure?
        while let answer = try next(of: handle) {
            let status = calls.answerStatus(answer)
            if status == calls.numbers.failed, failure == nil { failure = self.failure(of: answer) }
            calls.clear(answer)
            if failure?.reason == .lost || !isOpen { throw lost() }
        }
        if let failure { throw noted(failure) }
    }

    /// Remembers that the transaction has failed, should somebody catch what is thrown.
    private func noted(_ failure: PostgresFailure) -> PostgresFailure {
        if let transaction, transaction.trouble == nil { transaction.trouble = failure }
        return failure
    }

    // MARK: - Sending

    private func send(_ statement: PostgresStatement, to handle: LibraryCalls.Connection, _ steps: inout [Step]) throws {
        let (values, isKept) = (statement.values, statement.isPrepared && !isPooled)
        let types = values.map(\.type)
        let name = isKept ? statement.name : ""
        if isKept, !prepared.contains(name), !steps.contains(.prepare(name)) {
            guard calls.prepare(handle, name, statement.text, Int32(types.count), types) != 0 else { throw lost() }
            steps.append(.prepare(name))
        }
        // All parameters lie in one stretch of memory, whose parts are pointed at.
        var (bytes, ends): ([UInt8], [Int]) = ([], [])
        for value in values {
            value.encode(into: &bytes)
            ends.append(bytes.count)
        }
        bytes.append(0)
        let starts = [0] + ends.dropLast()
        let lengths = zip(starts, ends).map { Int32(truncatingIfNeeded: $1 - $0) }
        let isSent = bytes.withUnsafeBufferPointer { all in
            let first = UnsafeRawPointer(all.baseAddress)?.assumingMemoryBound(to: CChar.self)
            let pointers = zip(values, starts).map { value, start -> UnsafePointer<CChar>? in
                if case .null = value { return nil }
                return first.map { $0 + start }
            }
            let formats = [Int32](repeating: 1, count: values.count)
            return isKept
                ? calls.sendPrepared(handle, name, Int32(values.count), pointers, lengths, formats, 1)
                : calls.send(handle, statement.text, Int32(values.count), types, pointers, lengths, formats, 1)
        }
        guard isSent != 0 else { throw lost() }
        steps.append(.rows)
    }

    // MARK: - Receiving

    /// The next thing that comes; nil where a statement has no more to say. Waits as long as something moves, and no longer than the patience where
    /// nothing does.
    private func next(of handle: LibraryCalls.Connection) throws -> LibraryCalls.Answer? {
        while true {
            let unsent = calls.flush(handle)
            guard unsent >= 0 else { break }
            guard calls.isBusy(handle) != 0, try move(handle, isSending: unsent > 0) else { break }
        }
        return calls.next(handle)
    }

    /// Waits until something can be taken in, or sent.
    ///
    /// - Returns: whether the line still stands.
    private func move(_ handle: LibraryCalls.Connection, isSending: Bool) throws -> Bool {
        // The server ends what takes too long; when it does not even do that, nobody is there.
        let time = (allowance ?? patience.answering) + .seconds(5)
        let seen = try wait(on: handle, for: isSending ? POLLIN | POLLOUT : POLLIN, atMost: time)
        guard seen != 0 else { throw lost("The server said nothing for \(time.milliseconds / 1000) seconds.") }
        return seen & ~POLLOUT == 0 || calls.consume(handle) != 0
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
