import Interface
import Kernel
import Synchronization

/// A monotonic clock for durations.
private let monotonic: @Sendable () -> Instant = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
}

/// A renderer of blocks and dialogues in the colors and width of this console.
struct ConsoleRenderer {
    let options: GlobalOptions
    let console: any Console
    let theme: @Sendable () -> Theme
    var displays: [DisplaySource] = []
    let sheets: @Sendable () -> [HelpSheet]
    let problemLine: [Block]
    var now = monotonic

    func draw(_ blocks: [Block]) -> String {
        lines(of: blocks.translated(by: console.translator), console.size.columns, nil).map { $0 + "\n" }.joined()
    }

    /// Returns blocks as lines.
    ///
    /// - Parameter board: the board for pixel pictures, or nil for characters.
    func lines(of blocks: [Block], _ width: Int, _ board: PictureBoard?) -> [String] {
        blocks.flatMap { block in
            switch block {
            case .illustrated(let illustration):
                board.map { lines(of: illustration, width, $0) } ?? sideBySide(illustration, width)
                    ?? screen(width).lines(of: [block])
            case .panels(let panels):
                PanelLayout(width: width, isWide: console.isOutputTerminal).lines(of: panels) {
                    lines(of: $0, $1, board)
                }
            default: screen(width).lines(of: [block])
            }
        }
    }

    func screen(_ width: Int) -> Screen {
        let isTerminal = console.isOutputTerminal
        return Screen(
            width: width, palette: palette(isTerminal: isTerminal), unicode: unicode, fit: isTerminal ? .page : .pipe)
    }

    /// The size of a small picture, and its distance from the text.
    static let (smallColumns, smallRows, gutter) = (14, 5, 2)

    /// Returns blocks next to their picture, or nil if nothing can draw it or the space is too
    /// small for both.
    private func sideBySide(_ illustration: Illustration, _ totalWidth: Int) -> [String]? {
        let width = totalWidth - 1 - ConsoleRenderer.smallColumns - ConsoleRenderer.gutter
        guard showsPictures, width >= 30, let image = illustration.picture.image() else { return nil }
        let canvas = canvas(
            columns: ConsoleRenderer.smallColumns, rows: ConsoleRenderer.smallRows, graphics: .characters)
        guard let drawn = console.companions.draw(image, canvas) else { return nil }
        let picture = DrawnText.cleaned(drawn, colored: canvas.colors != .none).split(separator: "\n").prefix(
            ConsoleRenderer.smallRows)
        guard !picture.isEmpty else { return nil }
        let text = screen(width).lines(of: illustration.blocks)
        return (0..<max(picture.count, text.count)).map { row in
            let left = row < picture.count ? String(picture[picture.startIndex + row]) : ""
            let right = row < text.count ? text[row] : ""
            let room = max(0, ConsoleRenderer.smallColumns - DrawnText.columns(left)) + ConsoleRenderer.gutter
            return left + (right.isEmpty ? "" : String(repeating: " ", count: room) + right)
        }
    }

    var showsPictures: Bool {
        console.isOutputTerminal && console.environment["TERM"] != "dumb" && options.form == .readable
            && !display.options.contains(.pictureless)
    }

    private func canvas(columns: Int, rows: Int, graphics: ConsoleCompanions.Graphics) -> ConsoleCompanions.Canvas {
        ConsoleCompanions.Canvas(
            columns: columns, rows: rows, colors: palette(isTerminal: true).depth, unicode: unicode, graphics: graphics)
    }

    /// Runs a dialogue to its end, on standard error if standard output is for data.
    func run(_ dialogue: any Dialogue, openingBlocks blocks: [Block] = []) throws -> Output {
        try driver.run(dialogue, openingBlocks: blocks)
    }

    /// Whether a user is at a terminal that delivers single keys.
    var takesKeys: Bool { options.form == .readable && driver.wantsKeys }

    private var driver: DialogueDriver {
        let stage: any Console = options.form == .json ? StandardErrorConsole(console: console) : console
        let displayOptions = display.options
        let preferences = DialogueDriver.Preferences(
            usesKeys: options.form != .plain && !displayOptions.contains(.lines),
            reducesMotion: options.reducesMotion || displayOptions.contains(.still),
            showsPictures: !displayOptions.contains(.pictureless),
            graphics: display.graphics)
        return DialogueDriver(
            console: stage, palette: palette(isTerminal: stage.isOutputTerminal), unicode: unicode,
            preferences: preferences, help: help)
    }

    /// The size of a large picture, at most half the terminal's height.
    var largeRoom: (columns: Int, rows: Int) { (min(console.size.columns - 1, 80), max(4, console.size.rows / 2)) }

    /// The terminal's picture capabilities, which are queried only before a picture is shown.
    var pixels: PixelTerminal {
        guard showsPictures, palette(isTerminal: true).depth != .none else { return .characters }
        return console.pixels(by: display.graphics)
    }

    /// Returns an image as text of at most half the terminal's height, or an empty text if it
    /// cannot be drawn.
    func picture(_ image: () -> [UInt8]?) -> String {
        guard showsPictures else { return "" }
        let canvas = canvas(columns: largeRoom.columns, rows: largeRoom.rows, graphics: pixels.graphics)
        guard let drawn = image().flatMap({ console.companions.draw($0, canvas) }) else { return "" }
        if let pixels = canvas.graphics.picture(in: drawn) { return pixels + "\n" }
        let clean = DrawnText.cleaned(drawn, colored: canvas.colors != .none)
        return clean.isEmpty ? "" : clean + "\n"
    }

    /// Returns a progress bar on standard error for work that begins now, hidden for `--quiet` and
    /// programs.
    func progress(_ title: String, total: Int) -> ProgressBar {
        ProgressBar(
            console.translator.translation(sentence: title),
            total: options.isQuiet || options.form != .readable ? 0 : total,
            console: console, palette: palette(isTerminal: console.isErrorTerminal), unicode: unicode,
            reducesMotion: options.reducesMotion || display.options.contains(.still), now: now)
    }

    @Sendable private func help(on name: String) -> [Block] {
        guard let sheet = sheets().first(where: { $0.name == name }) else { return [] }
        sheet.onOpen()
        return sheet.page + problemLine
    }

    private var unicode: Bool { Screen.supportsUnicode(console.environment) }

    func palette(isTerminal: Bool) -> Palette {
        let depth =
            options.form == .plain
            ? .none : options.color.depth(isTerminal: isTerminal, environment: console.environment)
        guard depth != .none else { return .plain }
        return Palette(theme: display.options.contains(.contrast) ? .contrast : theme(), depth: depth)
    }

    /// The saved display preferences together with those of the environment.
    private var display: DisplayChoice {
        displays.reduce(DisplayChoice(words: console.environment[DisplayChoice.variable] ?? "")) {
            $0.joined(with: $1.read())
        }
    }
}

/// Printing of a page whose pictures are drawn with pixels.
extension ConsoleRenderer {
    /// Returns the page, or nil if it has no pictures, exceeds the screen, or the terminal has no
    /// pixels.
    func page(_ blocks: [Block], below picture: ShownPicture?) -> String? {
        guard showsPictures, picture?.pixels != nil || blocks.contains(where: \.hasPixels) else { return nil }
        var count = PixelPage.large
        let terminal = pixels
        let size = console.size
        let blocks = blocks.translated(by: console.translator).map { $0.numbered(after: &count) }
        guard terminal.canPlacePictures else { return nil }
        let board = PictureBoard(terminal: terminal)
        func layOut() -> [String] { lines(of: picture, board) + lines(of: blocks, size.columns, board) }
        // One row is reserved for the cursor, which a terminal may put below a picture.
        guard PictureBoard.height(of: layOut(), width: size.columns) + 1 < size.rows else { return nil }
        board.render()
        return board.page(layOut(), width: size.columns)
    }

    /// Returns the lines of a large picture above everything else.
    private func lines(of picture: ShownPicture?, _ board: PictureBoard) -> [String] {
        let room = largeRoom
        guard let picture, let mark = board.mark(PixelPage.large, for: picture, columns: room.columns, rows: room.rows)
        else { return [] }
        return [mark] + [String](repeating: "", count: board.rows(PixelPage.large))
    }

    /// Returns blocks next to their picture, or only the blocks without a picture or enough space.
    func lines(of illustration: Illustration, _ totalWidth: Int, _ board: PictureBoard) -> [String] {
        let width = totalWidth - 1 - PictureBoard.columns - ConsoleRenderer.gutter
        let text = width < 30 ? [] : screen(width).lines(of: illustration.blocks)
        let rows = min(max(text.count, PictureBoard.rows.lowerBound), PictureBoard.rows.upperBound)
        guard width >= 30, let number = illustration.number,
            let mark = board.mark(number, for: illustration.picture, columns: PictureBoard.columns, rows: rows)
        else { return screen(totalWidth).lines(of: illustration.blocks) }
        let indent = String(repeating: " ", count: PictureBoard.columns + ConsoleRenderer.gutter)
        return (0..<max(text.count, rows)).map { row in
            (row == 0 ? mark : "") + (row < text.count && !text[row].isEmpty ? indent + text[row] : "")
        }
    }
}

/// The numbers of pictures on a page.
private enum PixelPage {
    /// The number of the large picture.
    ///
    /// Pictures next to text follow it.
    static let large = 0
}

extension Block {
    /// Returns the block with a number for each picture next to text.
    fileprivate func numbered(after count: inout Int) -> Block {
        switch self {
        case .illustrated(var illustration):
            count += 1
            illustration.number = count
            return .illustrated(illustration)
        case .panels(let panels): return .panels(panels.map { $0.map { $0.numbered(after: &count) } })
        default: return self
        }
    }

    /// Whether the block has a picture that can be drawn with pixels.
    fileprivate var hasPixels: Bool {
        switch self {
        case .illustrated(let illustration): illustration.picture.pixels != nil
        case .panels(let panels): panels.contains { $0.contains(where: \.hasPixels) }
        default: false
        }
    }
}

extension DisplayChoice {
    /// The protocol that the user named, or nil for the terminal's own answer.
    fileprivate var graphics: ConsoleCompanions.Graphics? {
        if options.contains(.characters) { return .characters }
        return options.contains(.kitty)
            ? .kitty : options.contains(.iterm) ? .iterm : options.contains(.sixels) ? .sixels : nil
    }
}

extension StoreClient {
    /// Creates a store client for a command line, which shows the progress of slow stores at the
    /// console.
    ///
    /// - Parameter upkeep: makes another process rewrite long files, or nil.
    public init(
        _ app: String, _ words: [String], _ options: GlobalOptions, on console: any Console,
        upkeep: (@Sendable () -> Bool)? = nil
    ) {
        self.init(app, words, options, on: console, upkeep: upkeep, now: nil)
    }

    package init(
        _ app: String, _ words: [String], _ options: GlobalOptions, on console: any Console,
        upkeep: (@Sendable () -> Bool)? = nil, now: (@Sendable () -> Instant)?
    ) {
        let bar = StoreProgress(options, LatinConsole.ifNeeded(console), now)
        self.init(
            app, words, onWait: { if console.isErrorTerminal { console.writeErrorLine($0) } },
            onRewriteProgress: { done, total in if total > 0 { bar.advance(to: done, of: total) } },
            requestUpkeep: upkeep)
    }
}

/// The progress of a store that rewrites its files, on behalf of any command.
private final class StoreProgress: Sendable {
    private let drawing: ConsoleRenderer
    private let current = Mutex<ProgressBar?>(nil)

    init(_ options: GlobalOptions, _ console: any Console, _ now: (@Sendable () -> Instant)?) {
        var drawing = ConsoleRenderer(
            options: options, console: console, theme: { .classic }, sheets: { [] }, problemLine: [])
        if let now { drawing.now = now }
        self.drawing = drawing
    }

    func advance(to done: Int, of total: Int) {
        // A dialogue uses the whole screen.
        guard !TerminalGuard.isArmed else { return }
        current.withLock { current in
            let bar = current ?? drawing.progress("Rewriting", total: total)
            bar.advance(to: done)
            current = done < total ? bar : nil
            if done >= total { bar.finish() }
        }
    }
}
