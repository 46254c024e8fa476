import Kernel

/// A process that works at a store of ours and says what it sees, a line each.
final class OtherProcess {
    private static let mark = "contract: "
    /// What is said first, and last.
    static let beginning = "the store is open"
    static let end = "that was all"

    private var id: pid_t = 0
    private let output: Int32
    private var half: [UInt8] = []
    private let words: [String]
    private var hasBegun = false
    /// What was said while nobody asked for it.
    private var early: [String] = []

    /// - Parameter words: a program and what it is given; looked for on PATH.
    init(_ words: [String]) throws {
        self.words = words
        var ends: [Int32] = [0, 0]
        guard !words.isEmpty, pipe(&ends) == 0 else { throw Failure(.processEnded, "No process can be started: \(words).") }
        output = ends[0]
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        defer { close(ends[1]) }
        var actions = SpawnActions()
        defer { actions.destroy() }
        actions.openNothing(as: 0)
        actions.duplicate(ends[1], to: 1)
        actions.close(ends[1])
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var (arguments, environment) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { for text in arguments + environment { free(text) } }
        let status = posix_spawnp(&id, words[0], &actions.raw, nil, &arguments, &environment)
        guard status == 0 else { throw Failure(.processEnded, "\(words[0]) cannot be started: \(status).") }
    }

    deinit {
        if id > 0 { stop() }
        close(output)
    }

    /// Says a line to whoever has started this process.
    static func say(_ line: String) {
        let bytes = Array("\(mark)\(line)\n".utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Waits until the process has opened the store.
    ///
    /// - Throws: `processEnded` when it does not.
    func begin() throws {
        while !hasBegun {
            guard let more = next() else { throw Failure(.processEnded, "The process has not opened the store: \(words).") }
            early += more
        }
    }

    /// Waits for so many lines.
    ///
    /// - Throws: `processEnded` when there are fewer.
    func lines(_ count: Int) throws -> [String] {
        var found = takeEarly()
        while found.count < count {
            guard let more = next() else {
                throw Failure(.processEnded, "The process has ended after \(found.count) lines: \(words).")
            }
            found += more
        }
        return found
    }

    /// What is still said until the process has done its task.
    ///
    /// - Throws: `processEnded` when it ended before.
    func rest() throws -> [String] {
        var found = takeEarly()
        while let more = next() { found += more }
        wait()
        guard found.last == OtherProcess.end else {
            throw Failure(.processEnded, "The process ended before it was done: \(words).")
        }
        return found.dropLast()
    }

    /// Ends the process wherever it is.
    ///
    /// - Returns: what it had still said.
    @discardableResult
    func stop() -> [String] {
        kill(id, SIGKILL)
        var found = takeEarly()
        while let more = next() { found += more }
        wait()
        return found.filter { $0 != OtherProcess.end }
    }

    private func takeEarly() -> [String] {
        defer { early = [] }
        return early
    }

    private func wait() {
        var status: Int32 = 0
        while id > 0, waitpid(id, &status, 0) == -1, errno == EINTR {}
        id = 0
    }

    /// The lines of what can be read next; nil at the end.
    private func next() -> [String]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(output, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
        let bytes = half + buffer[..<count]
        let end = bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0
        half = Array(bytes[end...])
        let lines = bytes[..<end].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
        let said = lines.filter { $0.hasPrefix(OtherProcess.mark) }.map { String($0.dropFirst(OtherProcess.mark.count)) }
        if said.contains(OtherProcess.beginning) { hasBegun = true }
        return said.filter { $0 != OtherProcess.beginning }
    }
}
