import Languages

/// A console over another one, which answers for everything that is not said otherwise.
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
    var tongue: Tongue { console.tongue }

    func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal { console.pixels(by: graphics) }
    func write(_ text: String) throws { try console.write(text) }
    func write(bytes: [UInt8]) throws { try console.write(bytes: bytes) }
    func writeError(_ text: String) { console.writeError(text) }
    func readLine() -> String? { console.readLine() }
    func readKey() -> Key? { console.readKey() }
    func readSecret() -> String? { console.readSecret() }
    func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value { try console.withKeys(body) }
}

/// A console whose terminal knows only ASCII: whatever is written for people goes through `LatinText`. Bytes, which are data, stay.
struct LatinConsole: ConsoleLayer {
    let console: any Console

    /// The console itself where its locale speaks UTF-8.
    static func around(_ console: any Console) -> any Console {
        Screen.speaksUnicode(console.environment) ? console : LatinConsole(console: console)
    }

    func write(_ text: String) throws { try console.write(LatinText.of(text)) }
    func writeError(_ text: String) { console.writeError(LatinText.of(text)) }
}

/// A console whose standard output is standard error, so that data on standard output stays alone.
struct AsideConsole: ConsoleLayer {
    let console: any Console

    var isOutputTerminal: Bool { console.isErrorTerminal }

    func write(_ text: String) { console.writeError(text) }
    func write(bytes: [UInt8]) { console.writeError(String(decoding: bytes, as: UTF8.self)) }
}
