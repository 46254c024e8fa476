import Kernel

/// Blocks and sessions on this console, in the colours and the width that fit.
struct Drawing {
    let options: GlobalOptions
    let console: any Console
    let theme: @Sendable () -> Theme
    let sheets: @Sendable () -> [HelpSheet]

    func draw(_ blocks: [Block]) -> String {
        Screen(width: console.size.columns, palette: palette(isTerminal: console.isOutputTerminal), unicode: unicode).draw(blocks)
    }

    /// Runs a session to its end. Where standard output is for data, people see the session on standard error.
    func run(_ session: any Session) throws -> Output {
        let stage: any Console = options.form == .json ? AsideConsole(console) : console
        let manner = SessionDriver.Manner(usesKeys: options.form != .plain, reducesMotion: options.reducesMotion)
        return try SessionDriver(
            console: stage, palette: palette(isTerminal: stage.isOutputTerminal), unicode: unicode, manner: manner, help: help
        ).run(session)
    }

    @Sendable private func help(on name: String) -> [Block] {
        guard let sheet = sheets().first(where: { $0.name == name }) else { return [] }
        sheet.opened()
        return sheet.page
    }

    private var unicode: Bool { Screen.speaksUnicode(console.environment) }

    /// The colours for a stream.
    func palette(isTerminal: Bool) -> Palette {
        let depth = options.form == .plain ? .none : options.color.depth(isTerminal: isTerminal, environment: console.environment)
        return depth == .none ? .plain : Palette(theme: theme(), depth: depth)
    }
}

/// A console whose standard output is standard error, so that data on standard output stays alone.
private struct AsideConsole: Console {
    private let console: any Console

    init(_ console: any Console) { self.console = console }

    var isInputTerminal: Bool { console.isInputTerminal }
    var isOutputTerminal: Bool { console.isErrorTerminal }
    var isErrorTerminal: Bool { console.isErrorTerminal }
    var environment: [String: String] { console.environment }
    var size: (columns: Int, rows: Int) { console.size }
    var files: ConsoleFiles { console.files }
    var companions: ConsoleCompanions { console.companions }

    func write(_ text: String) { console.writeError(text) }
    func write(bytes: [UInt8]) { console.writeError(String(decoding: bytes, as: UTF8.self)) }
    func writeError(_ text: String) { console.writeError(text) }
    func readLine() -> String? { console.readLine() }
    func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value { try console.withKeys(body) }
}
