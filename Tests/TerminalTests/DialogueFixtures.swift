import Interface
import Kernel
import Synchronization
import Terminal

/// A console that plays keys, pauses and lines and records the output. Unlike a pipe it simulates
/// time.
final class PlayedConsole: Console {
    /// An input of the console, in order.
    enum Play: Sendable {
        case key(Key)
        case pause
        /// No key. The clock is this many seconds later than the timeout.
        case late(Double)
        /// A key after a number of seconds.
        case after(Double, Key)
        case resize(Int, Int)
    }

    private struct State {
        var plays: [Play]
        var lines: [String]
        var written: [String] = []
        var error = ""
        var size = (columns: 40, rows: 10)
        var redraws = false
        var waits: [Double?] = []
        var taken = 0
        var seconds = 100.0
        var taskBar: [String] = []
    }

    let isTerminal: Bool
    let environment: [String: String]
    private let state: Mutex<State>

    init(
        _ plays: [Play] = [], lines: [String] = [], isTerminal: Bool = true, size: (columns: Int, rows: Int) = (40, 10),
        environment: [String: String] = ["TERM": "xterm"]
    ) {
        self.isTerminal = isTerminal
        self.environment = environment
        state = Mutex(State(plays: plays, lines: lines, size: size))
    }

    var isInputTerminal: Bool { isTerminal }
    var isOutputTerminal: Bool { isTerminal }
    var isErrorTerminal: Bool { isTerminal }
    var size: (columns: Int, rows: Int) { state.withLock { $0.size } }
    var written: [String] { state.withLock { $0.written } }
    var output: String { written.joined() }
    var error: String { state.withLock { $0.error } }
    var waits: [Double?] { state.withLock { $0.waits } }
    var isGivenBack: Bool { state.withLock { $0.taken == 0 } }
    /// The simulated clock.
    var seconds: Double { state.withLock { $0.seconds } }
    /// The changes of the task bar and the progress codes, in order.
    var taskBar: [String] { state.withLock { $0.taskBar } }

    func write(_ text: String) {
        state.withLock { state in
            state.written.append(text)
            state.taskBar += text.matches(of: /\]9;4;([0-9;]*)/).map { String($0.1) }
        }
    }

    func write(bytes: [UInt8]) { write(String(decoding: bytes, as: UTF8.self)) }
    func writeError(_ text: String) { state.withLock { $0.error += text } }
    func readLine() -> String? { state.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } }
    var files: ConsoleFiles { ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in }) }
    var companions: ConsoleCompanions { .none }

    func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value {
        state.withLock { $0.taken += 1 }
        defer { state.withLock { $0.taken -= 1 } }
        return try body(Keys(self))
    }

    private final class Keys: KeyInput {
        let console: PlayedConsole
        init(_ console: PlayedConsole) { self.console = console }
        var isAtEnd: Bool { console.state.withLock { $0.plays.isEmpty && !$0.redraws } }

        func takeRedraw() -> Bool {
            console.state.withLock { state in
                defer { state.redraws = false }
                return state.redraws
            }
        }

        func setShowsProgress(_ isShown: Bool) {
            console.state.withLock { state in
                let mark = isShown ? "on" : "off"
                if state.taskBar.last(where: { ["on", "off"].contains($0) }) ?? "off" != mark {
                    state.taskBar.append(mark)
                }
            }
        }

        func nextKey(within seconds: Double?) -> Key? {
            console.state.withLock { state in
                state.waits.append(seconds)
                guard !state.plays.isEmpty else { return nil }
                switch state.plays.removeFirst() {
                case .key(let key): return key
                case .after(let passed, let key):
                    state.seconds += passed
                    return key
                case .pause:
                    state.seconds += seconds ?? 0
                    return nil
                case .late(let more):
                    state.seconds += (seconds ?? 0) + more
                    return nil
                case .resize(let columns, let rows):
                    (state.size, state.redraws) = ((columns, rows), true)
                    return nil
                }
            }
        }
    }
}

/// Records every event. Space asks for a name, `t` starts ticking, `b` rings, `x` fails, and `q`
/// ends with the record.
struct NotingDialogue: Dialogue {
    var notes: [String] = []
    var asks = false
    var ticks = false
    var rings = false
    var length = 1

    static let hints = [
        KeyHint(.space, "name"), KeyHint(.character("t"), "tick"), KeyHint(.character("b"), "bell"),
        KeyHint(.character("x"), "fail"),
        KeyHint(.character("l"), "long"), KeyHint(.character("q"), "quit"),
    ]

    var view: DialogueView {
        let lines: [Block] = (0..<length).map { .paragraph("line \(StyledText(String($0)).text)") }
        return DialogueView(
            [.heading("Notes"), .paragraph(StyledText(notes.joined(separator: " ")))] + lines,
            wanted: asks ? .line(prompt: "Name?") : .key(NotingDialogue.hints), tickInterval: ticks ? 0.5 : nil,
            ringsBell: rings,
            title: "Notes \u{1B}]")
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .key(.character("q")): return .finish(Output.text(notes.joined(separator: " ")))
        case .key(.character("x")): throw Failure(.init("broken"), "It broke.")
        case .key(.space): asks = true
        case .key(.character("t")): ticks = true
        case .key(.character("b")): rings = true
        case .key(.character("l")): length = 30
        case .key(let key): notes.append("key:\(key)")
        case .line(let line):
            notes.append("line:\(line)")
            asks = false
        case .tick: notes.append("tick")
        case .end: break
        }
        return .stay
    }
}

/// The screen after a series of codes. It understands only the codes that the driver writes. As in
/// a terminal, rows beyond the last one go to the last row.
struct DrawnScreen {
    private(set) var lines: [String]

    init(_ codes: String, rows: Int) {
        lines = Array(repeating: "", count: rows)
        draw(codes)
    }

    mutating func draw(_ codes: String) {
        let rows = lines.count
        let moves = codes.matches(
            of: /\u{1B}\[(\d+);(\d+)H([^\u{1B}\u{07}]*)(\u{1B}\[[KJ])?/.matchingSemantics(.unicodeScalar))
        for move in moves {
            guard let row = Int(move.1).map({ min($0, rows) - 1 }), let end = move.4 else { continue }
            lines[row] = String(move.3)
            if end.hasSuffix("J") { for later in row..<rows { lines[later] = "" } }
        }
    }
}
