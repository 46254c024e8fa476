import Kernel
import Synchronization

/// Time that only goes forward, for what lasts.
private let monotonic: @Sendable () -> Instant = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
}

/// Blocks and dialogues on this console, in the colours and the width that fit.
struct Drawing {
    let options: GlobalOptions
    let console: any Console
    let theme: @Sendable () -> Theme
    var displays: [DisplaySource] = []
    let sheets: @Sendable () -> [HelpSheet]
    /// What help ends with.
    let problemLine: [Block]
    var now = monotonic

    func draw(_ blocks: [Block]) -> String {
        lines(of: blocks.spoken(by: console.tongue), console.size.columns, nil).map { $0 + "\n" }.joined()
    }

    /// - Parameter board: where pictures are drawn with pixels; nil for characters.
    func lines(of blocks: [Block], _ width: Int, _ board: PictureBoard?) -> [String] {
        blocks.flatMap { block in
            switch block {
            case .illustrated(let illustration):
                board.map { lines(of: illustration, width, $0) } ?? beside(illustration, width)
                    ?? screen(width).lines(of: [block])
            case .panels(let panels):
                PanelLayout(width: width, isWide: console.isOutputTerminal).lines(of: panels) { lines(of: $0, $1, board) }
            default: screen(width).lines(of: [block])
            }
        }
    }

    func screen(_ width: Int) -> Screen {
        let isTerminal = console.isOutputTerminal
        return Screen(width: width, palette: palette(isTerminal: isTerminal), unicode: unicode, fit: isTerminal ? .page : .pipe)
    }

    /// The room of a small picture, and what lies between it and what stands beside it.
    static let (smallColumns, smallRows, gutter) = (14, 5, 2)

    /// Blocks beside their picture; nil where nothing draws, or where there is no room for both.
    private func beside(_ illustration: Illustration, _ whole: Int) -> [String]? {
        let width = whole - 1 - Drawing.smallColumns - Drawing.gutter
        guard showsPictures, width >= 30, let image = illustration.picture.image() else { return nil }
        let canvas = canvas(columns: Drawing.smallColumns, rows: Drawing.smallRows, graphics: .characters)
        guard let drawn = console.companions.draw(image, canvas) else { return nil }
        let picture = DrawnText.cleaned(drawn, colored: canvas.colors != .none).split(separator: "\n").prefix(Drawing.smallRows)
        guard !picture.isEmpty else { return nil }
        let text = screen(width).lines(of: illustration.blocks)
        return (0..<max(picture.count, text.count)).map { row in
            let left = row < picture.count ? String(picture[picture.startIndex + row]) : ""
            let right = row < text.count ? text[row] : ""
            let room = max(0, Drawing.smallColumns - DrawnText.columns(left)) + Drawing.gutter
            return left + (right.isEmpty ? "" : String(repeating: " ", count: room) + right)
        }
    }

    var showsPictures: Bool {
        console.isOutputTerminal && console.environment["TERM"] != "dumb" && options.form == .people
            && !display.wishes.contains(.pictureless)
    }

    private func canvas(columns: Int, rows: Int, graphics: ConsoleCompanions.Graphics) -> ConsoleCompanions.Canvas {
        ConsoleCompanions.Canvas(
            columns: columns, rows: rows, colors: palette(isTerminal: true).depth, unicode: unicode, graphics: graphics)
    }

    /// Runs a dialogue to its end. Where standard output is for data, people see the dialogue on standard error.
    func run(_ dialogue: any Dialogue, saying blocks: [Block] = []) throws -> Output {
        try driver.run(dialogue, saying: blocks)
    }

    /// Whether somebody is there who presses keys and looks at a screen.
    var takesKeys: Bool { options.form == .people && driver.wantsKeys }

    private var driver: DialogueDriver {
        let stage: any Console = options.form == .json ? AsideConsole(console: console) : console
        let wishes = display.wishes
        let manner = DialogueDriver.Manner(
            usesKeys: options.form != .plain && !wishes.contains(.lines),
            reducesMotion: options.reducesMotion || wishes.contains(.still), showsPictures: !wishes.contains(.pictureless),
            graphics: display.graphics)
        return DialogueDriver(
            console: stage, palette: palette(isTerminal: stage.isOutputTerminal), unicode: unicode, manner: manner, help: help)
    }

    /// The room of a large picture: at most half the terminal's height.
    var largeRoom: (columns: Int, rows: Int) { (min(console.size.columns - 1, 80), max(4, console.size.rows / 2)) }

    /// What the terminal can do for pictures, asked where one is to be shown.
    var pixels: PixelTerminal {
        guard showsPictures, palette(isTerminal: true).depth != .none else { return .characters }
        return console.pixels(by: display.graphics)
    }

    /// An image as text of at most half the terminal's height; empty where it is no terminal, or where nothing draws.
    func picture(_ image: () -> [UInt8]?) -> String {
        guard showsPictures else { return "" }
        let canvas = canvas(columns: largeRoom.columns, rows: largeRoom.rows, graphics: pixels.graphics)
        guard let drawn = image().flatMap({ console.companions.draw($0, canvas) }) else { return "" }
        if let pixels = canvas.graphics.picture(in: drawn) { return pixels + "\n" }
        let clean = DrawnText.cleaned(drawn, colored: canvas.colors != .none)
        return clean.isEmpty ? "" : clean + "\n"
    }

    /// A bar on standard error for work that begins now; `--quiet` and programs see none.
    func progress(_ title: String, total: Int) -> ProgressBar {
        ProgressBar(
            console.tongue.say(sentence: title), total: options.isQuiet || options.form != .people ? 0 : total, console: console,
            palette: palette(isTerminal: console.isErrorTerminal), unicode: unicode,
            reducesMotion: options.reducesMotion || display.wishes.contains(.still),
            now: now)
    }

    @Sendable private func help(on name: String) -> [Block] {
        guard let sheet = sheets().first(where: { $0.name == name }) else { return [] }
        sheet.opened()
        return sheet.page + problemLine
    }

    private var unicode: Bool { Screen.speaksUnicode(console.environment) }

    /// The colours for a stream.
    func palette(isTerminal: Bool) -> Palette {
        let depth = options.form == .plain ? .none : options.color.depth(isTerminal: isTerminal, environment: console.environment)
        guard depth != .none else { return .plain }
        return Palette(theme: display.wishes.contains(.contrast) ? .contrast : theme(), depth: depth)
    }

    /// What was chosen for good, and what the environment asks for.
    private var display: DisplayChoice {
        displays.reduce(DisplayChoice(words: console.environment[DisplayChoice.variable] ?? "")) { $0.joined(with: $1.read()) }
    }
}

/// A printed page whose pictures are drawn with pixels.
extension Drawing {
    /// The page; nil where it has no pictures, where the terminal has no pixels, or where it would not stand on the screen as a whole.
    func page(_ blocks: [Block], below picture: ShownPicture?) -> String? {
        guard showsPictures, picture?.pixels != nil || blocks.contains(where: \.hasPixels) else { return nil }
        var count = PixelPage.large
        let (terminal, size) = (pixels, console.size)
        let blocks = blocks.spoken(by: console.tongue).map { $0.numbered(after: &count) }
        guard terminal.places else { return nil }
        let board = PictureBoard(terminal: terminal)
        func laidOut() -> [String] { lines(of: picture, board) + lines(of: blocks, size.columns, board) }
        // A row for the cursor, which a terminal may put below a picture.
        guard PictureBoard.height(of: laidOut(), width: size.columns) + 1 < size.rows else { return nil }
        board.develop()
        return board.page(laidOut(), width: size.columns)
    }

    /// A large picture, above everything.
    private func lines(of picture: ShownPicture?, _ board: PictureBoard) -> [String] {
        let room = largeRoom
        guard let picture, let mark = board.mark(PixelPage.large, for: picture, columns: room.columns, rows: room.rows) else {
            return []
        }
        return [mark] + [String](repeating: "", count: board.rows(PixelPage.large))
    }

    /// Blocks beside their picture; alone where there is none, or no room for both.
    func lines(of illustration: Illustration, _ whole: Int, _ board: PictureBoard) -> [String] {
        let width = whole - 1 - PictureBoard.columns - Drawing.gutter
        let text = width < 30 ? [] : screen(width).lines(of: illustration.blocks)
        let rows = min(max(text.count, PictureBoard.rows.lowerBound), PictureBoard.rows.upperBound)
        guard width >= 30, let number = illustration.number,
            let mark = board.mark(number, for: illustration.picture, columns: PictureBoard.columns, rows: rows)
        else { return screen(whole).lines(of: illustration.blocks) }
        let indent = String(repeating: " ", count: PictureBoard.columns + Drawing.gutter)
        return (0..<max(text.count, rows)).map { row in
            (row == 0 ? mark : "") + (row < text.count && !text[row].isEmpty ? indent + text[row] : "")
        }
    }
}

/// The numbers of pictures on a page.
private enum PixelPage {
    /// The large one above everything; those beside text come after it.
    static let large = 0
}

extension Block {
    /// The same with a number for each picture beside text.
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

    /// Whether there is a picture that can be drawn with pixels.
    fileprivate var hasPixels: Bool {
        switch self {
        case .illustrated(let illustration): illustration.picture.pixels != nil
        case .panels(let panels): panels.contains { $0.contains(where: \.hasPixels) }
        default: false
        }
    }
}

extension DisplayChoice {
    /// The protocol that was named; nil for what the terminal says.
    fileprivate var graphics: ConsoleCompanions.Graphics? {
        if wishes.contains(.characters) { return .characters }
        return wishes.contains(.kitty) ? .kitty : wishes.contains(.iterm) ? .iterm : wishes.contains(.sixels) ? .sixels : nil
    }
}

extension StoreCaller {
    /// A command line at a console: who runs it hears there of a store that takes its time.
    ///
    /// - Parameter upkeep: sees to it that somebody else rewrites what is long; nil where nobody does.
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
        let bar = StoreBar(options, LatinConsole.around(console), now)
        self.init(
            app, words, hasToWait: { if console.isErrorTerminal { console.tell($0) } },
            rewrites: { done, total in if total > 0 { bar.advance(to: done, of: total) } }, upkeep: upkeep)
    }
}

/// How far a store is that rewrites its files, whatever command has made it do so.
private final class StoreBar: Sendable {
    private let drawing: Drawing
    private let current = Mutex<ProgressBar?>(nil)

    init(_ options: GlobalOptions, _ console: any Console, _ now: (@Sendable () -> Instant)?) {
        var drawing = Drawing(options: options, console: console, theme: { .classic }, sheets: { [] }, problemLine: [])
        if let now { drawing.now = now }
        self.drawing = drawing
    }

    func advance(to done: Int, of total: Int) {
        // In the middle of a dialogue the whole screen is in use.
        guard !TerminalGuard.isArmed else { return }
        current.withLock { current in
            let bar = current ?? drawing.progress("Rewriting", total: total)
            bar.advance(to: done)
            current = done < total ? bar : nil
            if done >= total { bar.finish() }
        }
    }
}
