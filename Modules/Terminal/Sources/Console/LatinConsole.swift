import Interface
import Languages

/// A console on top of another one, to which it forwards everything by default.
protocol ConsoleLayer: Console {
    var console: any Console { get }
}

extension ConsoleLayer {
    var isInputTerminal: Bool { console.isInputTerminal }
    var isOutputTerminal: Bool { console.isOutputTerminal }
    var isErrorTerminal: Bool { console.isErrorTerminal }
    var environment: [String: String] { console.environment }
    var size: (columns: Int, rows: Int) { console.size }
    var files: ConsoleFiles { console.files }
    var companions: ConsoleCompanions { console.companions }
    var translator: Translator { console.translator }

    func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal { console.pixels(by: graphics) }
    func write(_ text: String) throws { try console.write(text) }
    func write(bytes: [UInt8]) throws { try console.write(bytes: bytes) }
    func writeError(_ text: String) { console.writeError(text) }
    func readLine() -> String? { console.readLine() }
    func readKey() -> Key? { console.readKey() }
    func readSecret() -> String? { console.readSecret() }
    func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value { try console.withKeys(body) }
}

/// A console for a terminal that shows only ASCII.
///
/// Text for people passes through `ASCIIText`. Bytes, which are data, remain unchanged.
struct LatinConsole: ConsoleLayer {
    let console: any Console

    /// Returns the console itself if its locale uses UTF-8, and otherwise wraps it.
    static func ifNeeded(_ console: any Console) -> any Console {
        Screen.supportsUnicode(console.environment) ? console : LatinConsole(console: console)
    }

    func write(_ text: String) throws { try console.write(ASCIIText.of(text)) }
    func writeError(_ text: String) { console.writeError(ASCIIText.of(text)) }
}

/// A console that writes its output to standard error, so that standard output contains only data.
struct StandardErrorConsole: ConsoleLayer {
    let console: any Console

    var isOutputTerminal: Bool { console.isErrorTerminal }

    func write(_ text: String) { console.writeError(text) }
    func write(bytes: [UInt8]) { console.writeError(String(decoding: bytes, as: UTF8.self)) }
}
