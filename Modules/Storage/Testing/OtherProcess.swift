import Kernel

/// A second process that works on a store and prints a line for each observation.
final class OtherProcess {
    private static let linePrefix = "contract: "
    static let beginning = "the store is open"
    static let end = "that was all"

    private var id: pid_t = 0
    private let output: Int32
    private var partialLine: [UInt8] = []
    private let command: [String]
    private var hasBegun = false
    private var earlyLines: [String] = []

    /// Starts a process.
    ///
    /// - Parameter command: a program, searched on PATH, and its arguments.
    init(_ command: [String]) throws {
        self.command = command
        var pipeEnds: [Int32] = [0, 0]
        guard !command.isEmpty, pipe(&pipeEnds) == 0 else {
            throw Failure(.processEnded, "No process can be started: \(command).")
        }
        output = pipeEnds[0]
        _ = fcntl(pipeEnds[0], F_SETFD, FD_CLOEXEC)
        defer { close(pipeEnds[1]) }
        var actions = SpawnActions()
        defer { actions.destroy() }
        actions.openNothing(as: 0)
        actions.duplicate(pipeEnds[1], to: 1)
        actions.close(pipeEnds[1])
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var arguments = command.map { strdup($0) } + [nil]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        let status = posix_spawnp(&id, command[0], &actions.raw, nil, &arguments, &environment)
        guard status == 0 else { throw Failure(.processEnded, "\(command[0]) cannot be started: \(status).") }
    }

    deinit {
        if id > 0 { stop() }
        close(output)
    }

    /// Prints a line to the parent process.
    static func report(_ line: String) {
        let bytes = Array("\(linePrefix)\(line)\n".utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Waits until the process has opened the store.
    ///
    /// - Throws: `processEnded` if it ends before.
    func begin() throws {
        while !hasBegun {
            guard let newLines = next() else {
                throw Failure(.processEnded, "The process has not opened the store: \(command).")
            }
            earlyLines += newLines
        }
    }

    /// Waits for a number of lines.
    ///
    /// - Throws: `processEnded` if there are fewer.
    func lines(_ count: Int) throws -> [String] {
        var lines = drainEarlyLines()
        while lines.count < count {
            guard let newLines = next() else {
                throw Failure(.processEnded, "The process has ended after \(lines.count) lines: \(command).")
            }
            lines += newLines
        }
        return lines
    }

    /// Returns the remaining lines until the process finishes its task.
    ///
    /// - Throws: `processEnded` if it ended before.
    func rest() throws -> [String] {
        var lines = drainEarlyLines()
        while let newLines = next() { lines += newLines }
        wait()
        guard lines.last == OtherProcess.end else {
            throw Failure(.processEnded, "The process ended before it was done: \(command).")
        }
        return lines.dropLast()
    }

    /// Kills the process.
    ///
    /// - Returns: its remaining lines.
    @discardableResult
    func stop() -> [String] {
        kill(id, SIGKILL)
        var lines = drainEarlyLines()
        while let newLines = next() { lines += newLines }
        wait()
        return lines.filter { $0 != OtherProcess.end }
    }

    private func drainEarlyLines() -> [String] {
        defer { earlyLines = [] }
        return earlyLines
    }

    private func wait() {
        var status: Int32 = 0
        while id > 0, waitpid(id, &status, 0) == -1, errno == EINTR {}
        id = 0
    }

    /// Returns the next readable lines, or nil at the end.
    private func next() -> [String]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(output, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
        let bytes = partialLine + buffer[..<count]
        let end = bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0
        partialLine = Array(bytes[end...])
        let lines = bytes[..<end].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
        let messages = lines.filter { $0.hasPrefix(OtherProcess.linePrefix) }.map {
            String($0.dropFirst(OtherProcess.linePrefix.count))
        }
        if messages.contains(OtherProcess.beginning) { hasBegun = true }
        return messages.filter { $0 != OtherProcess.beginning }
    }
}
