import Interface
import Kernel
import Languages

/// The streams, terminal and environment of a command line, either real or scripted by a test.
public protocol Console: Sendable {
    /// Whether standard input is a terminal.
    var isInputTerminal: Bool { get }
    /// Whether standard output is a terminal.
    var isOutputTerminal: Bool { get }
    /// Whether standard error is a terminal.
    var isErrorTerminal: Bool { get }
    /// The environment variables of the process.
    var environment: [String: String] { get }
    /// The columns and rows of the terminal now, or 80 × 24 if they are unknown.
    var size: (columns: Int, rows: Int) { get }
    /// Writes to standard output.
    ///
    /// An empty text checks whether the reader still exists.
    ///
    /// - Throws: `Failure` `outputClosed` if the reader has closed the stream.
    func write(_ text: String) throws
    /// Writes bytes to standard output.
    func write(bytes: [UInt8]) throws
    /// Writes to standard error.
    func writeError(_ text: String)
    /// Reads the next line of standard input without its end, or nil at the end of the input.
    ///
    /// Invalid UTF-8 is repaired with U+FFFD.
    func readLine() -> String?
    /// Reads one key of the terminal without Enter and without an echo, or nil at the end of the
    /// input.
    func readKey() -> Key?
    /// Reads a line of the terminal without an echo, or nil at the end of the input or after
    /// Escape.
    func readSecret() -> String?
    /// Runs a body while the terminal delivers single keys, and restores the terminal in every
    /// case.
    func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value
    /// Access to files, with `-` as the standard streams.
    var files: ConsoleFiles { get }
    /// The external helper programs: pager, editor, opener.
    var companions: ConsoleCompanions { get }
    /// The translator into the user's language.
    var translator: Translator { get }
    /// Returns the picture capabilities of the terminal, which may require a query.
    ///
    /// Call it before a dialogue starts, and only if pictures will be shown.
    ///
    /// - Parameter graphics: the protocol that the user named, or nil to query the terminal.
    func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal
}

extension Console {
    /// Returns the capabilities that the environment variables imply.
    public func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal {
        PixelTerminal(graphics ?? .supported(in: environment))
    }

    /// Reads an ordinary line, for consoles without an echo.
    public func readSecret() -> String? { readLine() }

    /// Reads a line and returns its first character as a key, for consoles without single keys.
    public func readKey() -> Key? {
        readLine().map { line in line.first { $0 != " " }.map { .character($0) } ?? .enter }
    }
}

/// A source of single keys from a terminal.
public protocol KeyInput: AnyObject {
    /// Returns the next key, or nil after this many seconds, at the end of the input (`isAtEnd`),
    /// or if a redraw is due (`takeRedraw`).
    func nextKey(within seconds: Double?) throws -> Key?
    /// Whether standard input has ended.
    var isAtEnd: Bool { get }
    /// Returns whether a full redraw is due, and clears that flag.
    ///
    /// A redraw is due after the terminal was resized or the process was stopped and continued.
    func takeRedraw() -> Bool
    /// Records whether the terminal's task bar shows progress (`OSC 9;4`), which must be cleared
    /// even if a signal ends the process.
    ///
    /// Call it before progress is shown, and after it was cleared.
    func setShowsProgress(_ isShown: Bool)
    /// Sets the line that the terminal shows if a signal ends the process from now on, or none for
    /// an empty text.
    func setInterruptionMessage(_ line: String)
}

extension KeyInput {
    /// Returns false: by default no redraw is ever due.
    public func takeRedraw() -> Bool { false }
    /// Does nothing, because by default no signal arrives.
    public func setInterruptionMessage(_ line: String) {}
    /// Does nothing, because by default the terminal has no task bar.
    public func setShowsProgress(_ isShown: Bool) {}
}

/// External programs that help the user, provided by the composition root.
public struct ConsoleCompanions: Sendable {
    /// Shows long text page by page, or returns false without a pager.
    public let page: @Sendable (_ text: String) -> Bool
    /// Opens an editor on a text, and returns the text as saved.
    ///
    /// It throws `Failure` `missingProgram` or `editorFailed`.
    public let edit: @Sendable (_ text: String, _ fileName: String) throws -> String
    /// Saves a text that could not be used as a draft, and returns its file, or nil if that fails.
    public let saveDraft: @Sendable (_ text: String, _ fileName: String) -> String?
    /// Opens a file or an address with the desktop's program.
    public let open: @Sendable (_ path: String) throws -> Void

    /// Draws an image with characters, or returns nil if no program can.
    ///
    /// The caller cleans the output before it is shown.
    public let draw: @Sendable (_ image: [UInt8], _ canvas: Canvas) -> String?

    /// The space and capabilities for a picture in a terminal.
    public struct Canvas: Hashable, Sendable {
        public let columns: Int
        public let rows: Int
        public let colors: ColorDepth
        /// Whether the drawing may contain more than ASCII.
        public let unicode: Bool
        /// The graphics protocol of the terminal.
        public let graphics: Graphics

        public init(columns: Int, rows: Int, colors: ColorDepth, unicode: Bool, graphics: Graphics = .characters) {
            self.columns = columns
            self.rows = rows
            self.colors = colors
            self.unicode = unicode
            self.graphics = graphics
        }
    }

    public init(
        page: @escaping @Sendable (_ text: String) -> Bool,
        edit: @escaping @Sendable (_ text: String, _ fileName: String) throws -> String,
        saveDraft: @escaping @Sendable (_ text: String, _ fileName: String) -> String? = { _, _ in nil },
        open: @escaping @Sendable (_ path: String) throws -> Void,
        draw: @escaping @Sendable (_ image: [UInt8], _ canvas: Canvas) -> String? = { _, _ in nil }
    ) {
        self.page = page
        self.edit = edit
        self.saveDraft = saveDraft
        self.open = open
        self.draw = draw
    }

    /// An empty set of helpers, for tests and pipes.
    public static let none = ConsoleCompanions(
        page: { _ in false },
        edit: { _, _ in
            throw Failure(
                .editorMissing, "No editor was found.",
                advice: "Set the variable EDITOR, or give the text as an option.", kind: .missingProgram)
        },
        open: { _ in
            throw Failure(
                .openerMissing, "There is no program here that opens files.", advice: "Install xdg-utils.",
                kind: .missingProgram
            )
        })
}
