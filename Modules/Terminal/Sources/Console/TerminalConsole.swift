import Interface
import Kernel
import Synchronization

/// The console of the process, with its standard streams, terminal and environment.
///
/// An app creates one at its start. A write to a closed pipe throws `outputClosed` instead of
/// ending the process.
public final class TerminalConsole: Console {
    public let environment: [String: String]
    public let companions: ConsoleCompanions
    private let input: Int32
    private let output: Int32
    private let error: Int32
    private let stores: [StoreProvider]
    private let lines = Mutex(LineReader())
    private let cachedPixels = Mutex<PixelTerminal?>(nil)

    /// Creates a console on three file descriptors, which remain the caller's.
    ///
    /// - Parameter stores: the store engines in whose folders command lines may not write files.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment, companions: ConsoleCompanions = .none,
        stores: [StoreProvider] = [],
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, error: Int32 = STDERR_FILENO
    ) {
        self.environment = environment
        self.companions = companions
        self.stores = stores
        self.input = input
        self.output = output
        self.error = error
        signal(SIGPIPE, SIG_IGN)
    }

    public var isInputTerminal: Bool { isatty(input) == 1 }
    public var isOutputTerminal: Bool { isatty(output) == 1 }
    public var isErrorTerminal: Bool { isatty(error) == 1 }

    public var size: (columns: Int, rows: Int) {
        var window = winsize()
        for descriptor in [output, error, input] where isatty(descriptor) == 1 {
            if ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 {
                return (Int(window.ws_col), window.ws_row > 0 ? Int(window.ws_row) : 24)
            }
        }
        return (number("COLUMNS") ?? 80, number("LINES") ?? 24)
    }

    public func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal {
        guard isOutputTerminal else { return .characters }
        var window = winsize()
        let hasWindowSize = ioctl(output, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        let cell =
            hasWindowSize
            ? CellPixels(
                width: Int(window.ws_xpixel) / Int(window.ws_col), height: Int(window.ws_ypixel) / Int(window.ws_row))
            : nil
        if let graphics = graphics ?? .known(in: environment) { return PixelTerminal(graphics, cell: cell) }
        let terminal = queriedPixels ?? .characters
        return PixelTerminal(terminal.graphics, cell: cell ?? terminal.cell, colors: terminal.colors)
    }

    /// The terminal's answer, which is requested only once.
    private var queriedPixels: PixelTerminal? {
        guard isInputTerminal else { return nil }
        return cachedPixels.withLock { cachedPixels in
            if cachedPixels == nil, let (terminal, typed) = TerminalQuery(input: input, output: output).ask() {
                cachedPixels = terminal
                lines.withLock { $0.put(back: typed) }
            }
            return cachedPixels
        }
    }

    private func number(_ variable: String) -> Int? {
        environment[variable].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }

    public func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try Descriptor.write(UnsafeRawBufferPointer($0), to: output) }
    }

    public func write(bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try Descriptor.write($0, to: output) } }

    public func writeError(_ text: String) {
        var text = text
        // Standard error is closed, so the failure cannot be reported.
        try? text.withUTF8 { try Descriptor.write(UnsafeRawBufferPointer($0), to: error) }
    }

    public func readLine() -> String? { lines.withLock { $0.next { readMore() } } }

    /// Returns bytes of standard input, or none at its end or after a read error.
    private func readMore() -> [UInt8] {
        while true {
            do {
                if let bytes = try Descriptor.readSome(input) { return bytes }
            } catch {
                return []
            }
        }
    }

    public func readKey() -> Key? {
        guard isInputTerminal, (try? TerminalGuard.arm(input: input, output: error, isQuiet: true)) != nil else {
            return readLine().map { line in line.first.map { Key.character($0) } ?? .enter }
        }
        defer { TerminalGuard.disarm() }
        let keys = TerminalKeys(input, typed: lines.withLock { $0.takeRest() })
        while !keys.isAtEnd {
            if let key = try? keys.nextKey(within: nil) { return key }
            _ = keys.takeRedraw()
        }
        return nil
    }

    public func readSecret() -> String? {
        guard isInputTerminal, (try? TerminalGuard.arm(input: input, output: error, isQuiet: true)) != nil else {
            return readLine()
        }
        defer { TerminalGuard.disarm() }
        let keys = TerminalKeys(input, typed: lines.withLock { $0.takeRest() })
        var line = ""
        while !keys.isAtEnd {
            switch try? keys.nextKey(within: nil) {
            case .enter: return line
            case .escape, .character("\u{04}"): return nil
            case .space: line += " "
            case .backspace, .character("\u{7F}"): if !line.isEmpty { line.removeLast() }
            case .character("\u{15}"): line = ""
            // Scalars are appended one by one, so that a combining mark joins the letter before it.
            case .character(let character) where !character.isControl && line.utf8.count < 4_096:
                line.unicodeScalars.append(contentsOf: character.unicodeScalars)
            case nil: _ = keys.takeRedraw()
            default: break
            }
        }
        return nil
    }

    public func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value {
        // Standard output may be a file that takes the data while people see the dialogue on
        // standard error.
        guard let terminalOutput = [output, error].first(where: { isatty($0) == 1 }) else {
            throw Failure(.noTerminal, "This needs a terminal.")
        }
        try TerminalGuard.arm(input: input, output: terminalOutput)
        defer { TerminalGuard.disarm() }
        return try body(TerminalKeys(input, typed: lines.withLock { $0.takeRest() }))
    }

    public var files: ConsoleFiles {
        let disk = ConsoleFiles.disk(protecting: stores)
        return ConsoleFiles(
            read: { path, limit in try path == "-" ? self.standardInput(limit) : disk.read(path, limit) },
            write: { path, bytes, replacing in
                try path == "-" ? self.write(bytes: bytes) : disk.write(path, bytes, replacing)
            },
            pieces: ConsoleFiles.Pieces(
                read: { path in try path == "-" ? self.standardPieces() : disk.pieces.read(path) },
                write: { path, replacing, fill in
                    if path == "-" {
                        try fill { try self.write(bytes: $0) }
                    } else {
                        try disk.pieces.write(path, replacing, fill)
                    }
                },
                size: disk.pieces.size))
    }

    private func standardPieces() -> () -> [UInt8]? {
        var bufferedBytes: [UInt8]? = lines.withLock { $0.takeRest() }
        return {
            if let rest = bufferedBytes.take(), !rest.isEmpty { return rest }
            let chunk = self.readMore()
            return chunk.isEmpty ? nil : chunk
        }
    }

    private func standardInput(_ limit: Int) throws -> [UInt8] {
        var bytes = lines.withLock { $0.takeRest() }
        while bytes.count <= limit {
            let chunk = readMore()
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        throw LocalFiles.tooLarge("Standard input", limit)
    }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
