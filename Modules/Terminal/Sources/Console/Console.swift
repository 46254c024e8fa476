import Kernel
import Languages

/// Where a command line runs: streams, terminal, environment. The real one, or one that a test scripts.
public protocol Console: Sendable {
    /// Whether standard input is a terminal.
    var isInputTerminal: Bool { get }
    /// Whether standard output is a terminal.
    var isOutputTerminal: Bool { get }
    /// Whether standard error is a terminal.
    var isErrorTerminal: Bool { get }
    /// Environment variables.
    var environment: [String: String] { get }
    /// Columns and rows of the terminal now; 80 × 24 when it does not say.
    var size: (columns: Int, rows: Int) { get }
    /// Writes to standard output; nothing to write asks whether anybody still reads.
    ///
    /// - Throws: `Failure` `outputClosed` when nobody reads any more.
    func write(_ text: String) throws
    /// Writes bytes to standard output.
    func write(bytes: [UInt8]) throws
    /// Writes to standard error.
    func writeError(_ text: String)
    /// The next line of standard input without its end, or nil at the end. Lines that are not UTF-8 are repaired with U+FFFD.
    func readLine() -> String?
    /// One key of the terminal, which needs no enter and is not shown; nil at the end of the input.
    func readKey() -> Key?
    /// A line of the terminal that is not shown while it is typed; nil at the end of the input, and where Escape is pressed.
    func readSecret() -> String?
    /// Runs a body with the terminal giving single keys; restores it whatever happens.
    func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value
    /// Files, with `-` as the standard streams.
    var files: ConsoleFiles { get }
    /// Programs that help a person: pager, editor, opener.
    var companions: ConsoleCompanions { get }
    /// The language of whoever reads it.
    var tongue: Tongue { get }
    /// What the terminal can do for pictures. It may have to be asked: before a dialogue is on it, and only where pictures are to be shown.
    ///
    /// - Parameter graphics: the way that was named; nil asks.
    func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal
}

extension Console {
    /// What the environment says.
    public func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal {
        PixelTerminal(graphics ?? .spoken(in: environment))
    }

    /// A line, where nothing shows it anyway.
    public func readSecret() -> String? { readLine() }

    /// A line, and the key that its first character is: where there is nothing better.
    public func readKey() -> Key? { readLine().map { line in line.first { $0 != " " }.map { .character($0) } ?? .enter } }
}

/// Single keys from a terminal.
public protocol KeyInput: AnyObject {
    /// The next key, or nil when none came within so many seconds, the input ended (`isAtEnd`), or there is something to draw
    /// (`takeRedraw`).
    func nextKey(within seconds: Double?) throws -> Key?
    /// Whether there will be no more keys.
    var isAtEnd: Bool { get }
    /// Whether everything must be drawn anew, because the terminal was resized or the process was stopped and continued. Asking
    /// answers once.
    func takeRedraw() -> Bool
    /// Says whether the terminal's task bar shows progress (OSC 9;4), which is to be taken away even when a signal ends the process. Say so
    /// before it is shown, and after it was taken away.
    func showsProgress(_ isShown: Bool)
    /// What stands on the terminal when a signal ends the process from now on; empty for nothing.
    func parts(saying line: String)
}

extension KeyInput {
    /// Nothing ever disturbs the screen.
    public func takeRedraw() -> Bool { false }
    /// No signal comes.
    public func parts(saying line: String) {}
    /// There is no task bar.
    public func showsProgress(_ isShown: Bool) {}
}

/// Programs that help a person, filled in by the composition root.
public struct ConsoleCompanions: Sendable {
    /// Shows long text page by page; returns false when there is no pager.
    public let page: @Sendable (_ text: String) -> Bool
    /// Opens an editor on a text; returns the text as saved.
    ///
    /// Throws `Failure` `missingProgram` or `editorFailed`.
    public let edit: @Sendable (_ text: String, _ fileName: String) throws -> String
    /// Keeps a text that could not be used as a draft; returns its file, or nil where it cannot be kept.
    public let keep: @Sendable (_ text: String, _ fileName: String) -> String?
    /// Shows a file or an address with the desktop's program.
    public let open: @Sendable (_ path: String) throws -> Void

    /// Draws an image with characters; nil when nothing here can. What it gives is cleaned before it is shown.
    public let draw: @Sendable (_ image: [UInt8], _ canvas: Canvas) -> String?

    /// Room for a picture in a terminal.
    public struct Canvas: Hashable, Sendable {
        /// The most columns it may take.
        public let columns: Int
        /// The most rows it may take.
        public let rows: Int
        /// How many colours it may have.
        public let colors: ColorDepth
        /// Whether it may be drawn with more than ASCII.
        public let unicode: Bool
        /// How it may be drawn with pixels, where the terminal has them.
        public let graphics: Graphics

        /// Room for a picture.
        public init(columns: Int, rows: Int, colors: ColorDepth, unicode: Bool, graphics: Graphics = .characters) {
            (self.columns, self.rows, self.colors, self.unicode) = (columns, rows, colors, unicode)
            self.graphics = graphics
        }
    }

    /// Companions from functions; without `keep` no draft is kept, without `draw` nothing draws.
    public init(
        page: @escaping @Sendable (_ text: String) -> Bool,
        edit: @escaping @Sendable (_ text: String, _ fileName: String) throws -> String,
        keep: @escaping @Sendable (_ text: String, _ fileName: String) -> String? = { _, _ in nil },
        open: @escaping @Sendable (_ path: String) throws -> Void,
        draw: @escaping @Sendable (_ image: [UInt8], _ canvas: Canvas) -> String? = { _, _ in nil }
    ) {
        (self.page, self.edit, self.keep, self.open, self.draw) = (page, edit, keep, open, draw)
    }

    /// No companions: for tests and pipes.
    public static let none = ConsoleCompanions(
        page: { _ in false },
        edit: { _, _ in
            throw Failure(
                .editorMissing, "No editor was found.", advice: "Set the variable EDITOR, or give the text as an option.",
                kind: .missingProgram)
        },
        open: { _ in
            throw Failure(
                .openerMissing, "There is no program here that opens files.", advice: "Install xdg-utils.", kind: .missingProgram
            )
        })
}
