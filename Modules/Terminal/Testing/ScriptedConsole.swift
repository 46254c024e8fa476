import Interface
import Kernel
import Synchronization
import Terminal

/// A console that a test scripts with lines, keys and files in memory, and that records all output.
///
/// By default it has no terminal, input or files. Its environment contains only a UTF-8 locale,
/// unless the test names another.
public final class ScriptedConsole: Console {
    public let isInputTerminal: Bool
    public let isOutputTerminal: Bool
    public let isErrorTerminal: Bool
    public let environment: [String: String]
    public let size: (columns: Int, rows: Int)

    private struct State {
        var lines: [String]
        var keys: [Key]
        var files: [String: [UInt8]]
        var output: [UInt8] = []
        var error = ""
        var paged: [String] = []
        var opened: [String] = []
    }

    private let state: Mutex<State>
    private let edit: @Sendable (String) -> String
    private let draw: @Sendable ([UInt8], ConsoleCompanions.Canvas) -> String?
    private let closesAfter: Int

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - lines: the input, line by line, typed or from a pipe.
    ///   - keys: single keys typed into a session.
    ///   - terminal: whether all three streams are a terminal.
    ///   - inputTerminal: whether standard input is a terminal, or nil for the value of `terminal`.
    ///   - files: files in memory, by path. `-` is standard input.
    ///   - closesAfter: the number of bytes of standard output after which the reader closes it.
    ///   - edit: returns a text as an editor saves it.
    ///   - draw: returns an image as a drawing program shows it.
    public init(
        lines: [String] = [], keys: [Key] = [], terminal: Bool = false, inputTerminal: Bool? = nil,
        environment: [String: String] = [:], columns: Int = 80, rows: Int = 24, files: [String: [UInt8]] = [:],
        closesAfter: Int = .max, edit: @escaping @Sendable (String) -> String = { $0 },
        draw: @escaping @Sendable ([UInt8], ConsoleCompanions.Canvas) -> String? = { _, _ in nil }
    ) {
        isInputTerminal = inputTerminal ?? terminal
        isOutputTerminal = terminal
        isErrorTerminal = terminal
        self.draw = draw
        let namesLocale = ["LC_ALL", "LC_CTYPE", "LANG"].contains { environment[$0] != nil }
        self.environment = namesLocale ? environment : environment.merging(["LANG": "C.UTF-8"]) { ours, _ in ours }
        size = (columns, rows)
        self.edit = edit
        self.closesAfter = closesAfter
        state = Mutex(State(lines: lines, keys: keys, files: files))
    }

    public var output: String { String(decoding: outputBytes, as: UTF8.self) }
    /// The bytes written to standard output.
    public var outputBytes: [UInt8] { state.withLock { $0.output } }
    public var error: String { state.withLock { $0.error } }
    /// The texts that the pager has shown.
    public var paged: [String] { state.withLock { $0.paged } }
    /// The paths and addresses that were opened.
    public var opened: [String] { state.withLock { $0.opened } }
    /// The files in memory, by path.
    public var fileContents: [String: [UInt8]] { state.withLock { $0.files } }

    public func write(_ text: String) throws { try write(bytes: Array(text.utf8)) }

    public func write(bytes: [UInt8]) throws {
        try state.withLock { state in
            state.output += bytes
            guard state.output.count <= closesAfter else {
                throw Failure(.outputClosed, "Nobody reads the output any more.")
            }
        }
    }

    public func writeError(_ text: String) { state.withLock { $0.error += text } }

    public func readLine() -> String? { state.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } }

    /// Returns a scripted key, or else the first character of a scripted line.
    public func readKey() -> Key? {
        state.withLock { state in
            if !state.keys.isEmpty { return state.keys.removeFirst() }
            guard !state.lines.isEmpty else { return nil }
            return state.lines.removeFirst().first { $0 != " " }.map { .character($0) } ?? .enter
        }
    }

    public func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value {
        try body(Keyboard(console: self))
    }

    public var files: ConsoleFiles {
        ConsoleFiles(
            read: { [self] path, limit in
                guard let bytes = state.withLock({ $0.files[path] }) else {
                    throw Failure(.fileNotFound, "There is no file “\(path)”.", kind: .missingInput)
                }
                guard bytes.count <= limit else {
                    throw Failure(.fileTooLarge, "“\(path)” is larger than \(limit) bytes.", kind: .badData)
                }
                return bytes
            },
            write: { [self] path, bytes, replacing in
                guard path != "-" else { return try write(bytes: bytes) }
                try state.withLock { state in
                    guard replacing || state.files[path] == nil else {
                        throw Failure(.fileExists, "There is a file “\(path)” already.", kind: .cannotCreate)
                    }
                    state.files[path] = bytes
                }
            })
    }

    /// A pager if there is a terminal, an editor whose drafts are files in `drafts`, and an opener
    /// that records its paths.
    public var companions: ConsoleCompanions {
        ConsoleCompanions(
            page: { [self] text in
                guard isOutputTerminal else { return false }
                state.withLock { $0.paged.append(text) }
                return true
            },
            edit: { [edit] text, _ in edit(text) },
            saveDraft: { [self] text, fileName in
                state.withLock { $0.files["drafts/\(fileName)"] = Array(text.utf8) }
                return "drafts/\(fileName)"
            },
            open: { [self] path in state.withLock { $0.opened.append(path) } }, draw: draw)
    }

    private final class Keyboard: KeyInput {
        private let console: ScriptedConsole

        init(console: ScriptedConsole) { self.console = console }

        var isAtEnd: Bool { console.state.withLock { $0.keys.isEmpty } }

        func nextKey(within seconds: Double?) -> Key? {
            console.state.withLock { $0.keys.isEmpty ? nil : $0.keys.removeFirst() }
        }
    }
}
