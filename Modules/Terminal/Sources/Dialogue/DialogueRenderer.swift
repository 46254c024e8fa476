import Interface
import Kernel

/// A renderer of the full screen that draws only changed lines.
struct DialogueRenderer {
    private let driver: DialogueDriver
    private let keys: any KeyInput
    private var shownLines: [String] = []
    private var size = (columns: 0, rows: 0)
    private var shownTitle: String?
    private var shownPercent: Int?
    private var hasRung = false
    private var help: [Block]?
    private var topBeforeHelp = 0
    private var top = 0
    private var hidden = 0
    private var pictureFrame = PictureFrame()
    private var pictureLayer = PictureLayer()
    private var pixels = PixelTerminal.characters
    private var backgroundFrame: BackgroundFrame
    /// The layout of the words on the background, reused while only time passes.
    private var wordCells: BackgroundCells?
    /// The time of the next background frame, or nil without a moving background.
    private var nextFrame: Double?
    private(set) var needsFullRedraw = true

    init(driver: DialogueDriver, keys: any KeyInput) {
        self.driver = driver
        self.keys = keys
        backgroundFrame = BackgroundFrame(depth: driver.palette.depth)
    }

    /// Returns the seconds until the next background frame, or nil without a moving background.
    func untilFrame() -> Double? { nextFrame.map { max(0, $0 - driver.seconds()) } }

    /// Records that the terminal no longer shows the last drawing.
    mutating func invalidate() { needsFullRedraw = true }

    /// Draws a view.
    ///
    /// - Parameter isFrame: whether only time has passed since the last call.
    mutating func show(_ view: DialogueView, above messages: [Block] = [], editor: LineEditor, isFrame: Bool = false)
        throws
    {
        // Each property is a system call, so both are read once.
        let now = (size: driver.console.size, pixels: driver.pixels)
        if now.size != size || now.pixels != pixels { needsFullRedraw = true }
        (size, pixels) = now
        // A line that fills the last column leaves terminals in different states, so one column
        // stays free.
        let screen = Screen(width: size.columns - 1, palette: driver.palette, unicode: driver.unicode)
        if needsFullRedraw { backgroundFrame.forget() }
        if needsFullRedraw || !isFrame { wordCells = nil }
        let (drawn, cursor) =
            backgroundCodes(view, above: messages, editor, screen) ?? lineCodes(view, above: messages, editor, screen)
        var codes = view.ringsBell && !hasRung ? "\u{07}" : ""
        hasRung = view.ringsBell
        codes += titleCodes(view) + progressCodes(view.progress) + drawn
        if shownPercent != nil { keys.setShowsProgress(true) }
        keys.setInterruptionMessage(
            Sanitized.line(driver.unicode ? view.exitMessage ?? "" : ASCIIText.of(view.exitMessage ?? "")))
        if !codes.isEmpty { try driver.console.write((cursor.isEmpty ? "" : "\u{1B}[?25l") + codes + cursor) }
        if shownPercent == nil { keys.setShowsProgress(false) }
        needsFullRedraw = false
    }

    /// Returns the space that a view has above its keys.
    func room(for view: DialogueView, editor: LineEditor) -> ScreenRoom {
        let size = driver.console.size
        let pixels = driver.pixels
        let screen = Screen(width: size.columns - 1, palette: driver.palette, unicode: driver.unicode)
        let keyRows = keyHints(view, editor, screen, rows: size.rows).lines.count
        return ScreenRoom(
            columns: screen.width, rows: max(1, size.rows - keyRows),
            hasColors: driver.palette.depth != .none && driver.preferences.showsPictures, unicode: driver.unicode,
            cell: pixels.graphics == .characters ? nil : pixels.cell ?? .standard)
    }

    /// Returns a frame of the background with the stage on it, or nil without a background or
    /// without enough space.
    private mutating func backgroundCodes(
        _ view: DialogueView, above messages: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> (codes: String, cursor: String)? {
        guard let picture = view.background,
            var cells = wordCells ?? backgroundCells(view, above: messages, editor, screen)
        else { return nil }
        let now = driver.seconds()
        let isStill = driver.preferences.reducesMotion
        nextFrame = isStill ? nil : now + 1 / picture.framesPerSecond(on: screen.width * size.rows)
        cells.applyLight(picture.light(screen.width, size.rows * 2, backgroundFrame.seconds(at: now, isStill: isStill)))
        shownLines = []
        wordCells = cells
        return (backgroundFrame.codes(for: cells), "")
    }

    private func backgroundCells(
        _ view: DialogueView, above messages: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> BackgroundCells? {
        stageLines(view, above: messages, footer(of: view, editor, screen), screen).map {
            BackgroundCells(
                $0.rows, width: screen.width, rows: size.rows, depth: driver.palette.depth, unicode: driver.unicode)
        }
    }

    private mutating func lineCodes(
        _ view: DialogueView, above messages: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> (codes: String, cursor: String) {
        if backgroundFrame.isShown {
            needsFullRedraw = true
            backgroundFrame.forget()
        }
        nextFrame = nil
        let (lines, pictures, cursor) = lines(of: view, above: messages, editor, screen)
        var codes = needsFullRedraw ? pictureLayer.forget() : ""
        let (empty, drawn) = pictureLayer.show(to: pictures, on: pixels)
        codes += changes(to: lines, emptying: empty) + drawn
        shownLines = lines
        return (codes, cursor.map { "\u{1B}[\(min(lines.count, size.rows));\($0 + 1)H\u{1B}[?25h" } ?? "")
    }

    /// Returns the whole screen with a stage and its keys, or nil without enough space.
    private func stageLines(
        _ view: DialogueView, above messages: [Block], _ keys: Footer, _ screen: Screen
    ) -> (rows: [[Glyph]], cursor: Int?)? {
        guard help == nil, let stage = view.stage?.addingFeedback(messages) else { return nil }
        let layout = StageLayout(
            stage: stage, width: screen.width, rows: size.rows - keys.lines.count - (size.rows > 6 ? 1 : 0),
            palette: driver.palette, unicode: driver.unicode,
            // The digits leave part of the background picture visible.
            mostDigitRows: view.background.map { _ in max(LargeDigits.rows, size.rows * 2 / 5) })
        guard let (body, left) = layout.drawn else { return nil }
        let indentColumns = keys.cursor == nil ? max(0, (screen.width - keys.columns) / 2) : left
        let indent = [Glyph](repeating: .blank, count: indentColumns)
        let blankLines = [[Glyph]](repeating: [], count: max(0, size.rows - body.count - keys.lines.count))
        let keyLines = keys.lines.map { $0.isEmpty ? [] : indent + $0 }
        return (body + blankLines + keyLines, keys.cursor.map { $0 + indentColumns })
    }

    private mutating func lines(
        of view: DialogueView, above messages: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> (lines: [String], pictures: [PlacedPicture], cursor: Int?) {
        let keys = footer(of: view, editor, screen)
        if let (rows, cursor) = stageLines(view, above: messages, keys, screen) {
            top = 0
            hidden = 0
            return (rows.map(screen.paint), [], cursor)
        }
        var footer = keys.lines.map(screen.paint)
        if help == nil, let rows = view.rows {
            top = 0
            hidden = 0
            let room = max(1, size.rows - footer.count)
            let pictures = pixels.graphics == .characters ? [] : view.pictures.filter { $0.row + $0.rows <= room }
            let body = screen.lines(
                of: rows.prefix(room).map { screen.glyphs(of: .preformatted($0)).first ?? [] }, leaving: pictures)
            let blankLines = [String](repeating: "", count: max(0, size.rows - body.count - footer.count))
            return (Array((body + blankLines + footer).prefix(max(1, size.rows))), pictures, keys.cursor)
        }
        let blocks = (messages.isEmpty ? [] : messages + [.gap]) + view.blocks
        if help == nil, let picture = view.picture,
            let (body, pictures) = pictureFrame.lines(
                of: blocks, with: picture, on: screen, rows: size.rows - footer.count - 1, driver)
        {
            top = 0
            hidden = 0
            let blankLines = [String](repeating: "", count: max(0, size.rows - body.count - footer.count))
            return (body + blankLines + footer, pictures, keys.cursor)
        }
        let body = window(on: screen.lines(of: help ?? blocks), footer: footer.count, screen)
        if !body.isEmpty, body.count + footer.count < size.rows { footer.insert("", at: 0) }
        return (Array((body + footer).prefix(max(1, size.rows))), [], keys.cursor)
    }

    /// Scrolls for a key, and returns whether the key had only that effect.
    mutating func handleScrolling(_ key: Key, _ view: DialogueView) -> Bool {
        if case .key(let hints) = view.wanted, hints.contains(where: { $0.key == key }) { return false }
        let page = max(1, size.rows / 2)
        switch key {
        case .pageDown where hidden > 0: top += min(page, hidden)
        case .pageUp where top > 0: top = max(0, top - page)
        default: return false
        }
        return true
    }

    /// Closes the help, and returns whether it was open.
    mutating func closeHelpIfOpen() -> Bool {
        guard help != nil else { return false }
        help = nil
        top = topBeforeHelp
        return true
    }

    /// Opens the view's help sheet with the list of its keys, if any.
    ///
    /// - Returns: whether there was help to show.
    mutating func openHelp(of view: DialogueView) -> Bool {
        let sheet = view.help.map(driver.help) ?? []
        var keys: [Block] = []
        if case .key(let hints) = view.wanted {
            let facts = (hints + view.helpOnlyKeys).map { (name: $0.key.description, value: StyledText($0.meaning)) }
            keys = [.heading("Keys"), .gap, .facts(facts + [(name: "ctrl-d", value: "end")])]
        }
        let translator = driver.console.translator
        keys = keys.translated(by: translator)
        let blocks = sheet.translated(by: translator) + (sheet.isEmpty || keys.isEmpty ? [] : [.gap]) + keys
        guard !blocks.isEmpty else { return false }
        help = blocks
        topBeforeHelp = top
        if !sheet.isEmpty { top = 0 }
        return true
    }

    private typealias Footer = (lines: [[Glyph]], columns: Int, cursor: Int?)

    private func footer(of view: DialogueView, _ editor: LineEditor, _ screen: Screen) -> Footer {
        guard help == nil else { return ([[Glyph].line(of: driver.mutedText("any key: back"))], 0, nil) }
        return keyHints(view, editor, screen, rows: size.rows)
    }

    private func keyHints(_ view: DialogueView, _ editor: LineEditor, _ screen: Screen, rows: Int) -> Footer {
        switch view.wanted {
        case .key(let hints):
            let lines = KeyBar(hints, hasHelp: view.help != nil, translator: driver.console.translator).lines(
                on: screen, atMost: max(1, rows / 3))
            return (lines, lines.map(\.columns).max() ?? 0, nil)
        case .line(let prompt):
            let room = view.stage.map { _ in min(screen.width, StageLayout.widestCard) } ?? screen.width
            let (line, cursor) = editor.drawn(after: [Glyph].line(of: StyledText(prompt, .input)), width: room)
            let keys = driver.mutedText("enter: send   ctrl-d: end")
            let below = [Glyph].line(of: keys).truncated(to: screen.width, ellipsis: screen.ellipsis)
            return (rows > 2 ? [below, line] : [line], room, cursor)
        }
    }

    private mutating func window(on body: [String], footer: Int, _ screen: Screen) -> [String] {
        let room = max(1, size.rows - footer - 1)
        guard body.count > room else {
            top = 0
            hidden = 0
            return body
        }
        let rows = max(1, room - 1)
        top = min(top, body.count - rows)
        hidden = body.count - top - rows
        let notes = [
            hidden > 0 ? driver.mutedText("page-down: \(counted(hidden, "more line"))") : "",
            top > 0 ? driver.mutedText("page-up: \(top) before") : "",
        ]
        let visibleNotes = notes.filter { !$0.spans.isEmpty }
        let note = visibleNotes.count == 2 ? visibleNotes[0] + "   " + visibleNotes[1] : visibleNotes.first ?? ""
        let line = [Glyph].line(of: note).truncated(to: screen.width, ellipsis: screen.ellipsis)
        return Array(body[top..<top + rows]) + [screen.paint(line)]
    }

    private mutating func titleCodes(_ view: DialogueView) -> String {
        guard driver.preferences.setsTitle, driver.console.environment["TERM"] != "linux", let newTitle = view.title,
            newTitle != shownTitle || needsFullRedraw
        else { return "" }
        shownTitle = newTitle
        return "\u{1B}]2;\(String(Sanitized.line(newTitle).prefix(80)))\u{07}"
    }

    /// Clears the progress and the pictures at the end of a dialogue.
    mutating func end() throws {
        let codes = progressCodes(nil) + pictureLayer.forget()
        if !codes.isEmpty { try driver.console.write(codes) }
        keys.setShowsProgress(false)
    }

    /// Returns the codes for progress, only if a dialogue asks for it.
    ///
    /// A terminal that does not know the code may display it as a message.
    private mutating func progressCodes(_ progress: Double?) -> String {
        let newPercent = progress.map { Int((min(max($0, 0), 1) * 100).rounded()) }
        guard driver.preferences.setsTitle, driver.console.environment["TERM"] != "linux",
            newPercent != shownPercent || (needsFullRedraw && newPercent != nil)
        else { return "" }
        shownPercent = newPercent
        return newPercent.map { "\u{1B}]9;4;1;\($0)\u{07}" } ?? TerminalGuard.progressEndCodes
    }

    /// Returns the codes that draw the changed lines.
    ///
    /// - Parameter empty: rows in which pictures appear or disappear, which are cleared first.
    private func changes(to lines: [String], emptying empty: Set<Int>) -> String {
        var codes = ""
        for (row, line) in lines.enumerated() {
            let isEmptied = empty.contains(row)
            guard needsFullRedraw || isEmptied || row >= shownLines.count || shownLines[row] != line else { continue }
            codes += "\u{1B}[\(row + 1);1H\(isEmptied ? "\u{1B}[2K" : "")\(line)\u{1B}[K"
        }
        // The code may not address a row after the last one: a terminal would use the last row and
        // clear it.
        if lines.count < size.rows, needsFullRedraw || shownLines.count > lines.count {
            codes += "\u{1B}[\(lines.count + 1);1H\u{1B}[J"
        }
        return codes
    }
}
