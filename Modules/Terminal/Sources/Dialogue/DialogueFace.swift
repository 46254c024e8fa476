import Kernel

/// What stands on the full screen: draws only the lines that changed.
struct DialogueFace {
    private let driver: DialogueDriver
    private let keys: any KeyInput
    private var shown: [String] = []
    private var size = (columns: 0, rows: 0)
    private var title: String?
    private var percent: Int?
    private var rang = false
    private var help: [Block]?
    private var topBeforeHelp = 0
    private var top = 0
    private var hidden = 0
    private var frame = PictureFrame()
    private var layer = PictureLayer()
    private var pixels = PixelTerminal.characters
    private var ground: GroundFrame
    /// The words on the ground, laid out, as long as only time goes on.
    private var words: GroundCells?
    /// When the ground is to be drawn again; nil where none moves.
    private var nextFrame: Double?
    private(set) var isForgotten = true

    init(driver: DialogueDriver, keys: any KeyInput) {
        (self.driver, self.keys) = (driver, keys)
        ground = GroundFrame(depth: driver.palette.depth)
    }

    /// Seconds until the ground is to be drawn again; nil where none moves.
    func untilFrame() -> Double? { nextFrame.map { max(0, $0 - driver.seconds()) } }

    /// The terminal no longer shows what was drawn.
    mutating func forget() { isForgotten = true }

    /// - Parameter isFrame: whether nothing has happened since this was called last but that time went on.
    mutating func show(_ view: DialogueView, above said: [Block] = [], editor: LineEditor, isFrame: Bool = false) throws {
        // Each asks the terminal.
        let now = (size: driver.console.size, pixels: driver.pixels)
        if now.size != size || now.pixels != pixels { isForgotten = true }
        (size, pixels) = now
        // A line that fills the last column leaves terminals in different states: one column stays free.
        let screen = Screen(width: size.columns - 1, palette: driver.palette, unicode: driver.unicode)
        if isForgotten { ground.forget() }
        if isForgotten || !isFrame { words = nil }
        let (drawn, cursor) = grounded(view, above: said, editor, screen) ?? lined(view, above: said, editor, screen)
        var codes = view.ringsBell && !rang ? "\u{07}" : ""
        rang = view.ringsBell
        codes += titleCodes(view) + progressCodes(view.progress) + drawn
        if percent != nil { keys.showsProgress(true) }
        keys.parts(saying: Sanitised.line(driver.unicode ? view.parting ?? "" : LatinText.of(view.parting ?? "")))
        if !codes.isEmpty { try driver.console.write((cursor.isEmpty ? "" : "\u{1B}[?25l") + codes + cursor) }
        if percent == nil { keys.showsProgress(false) }
        isForgotten = false
    }

    /// How much room a view has above its keys.
    func room(for view: DialogueView, editor: LineEditor) -> ScreenRoom {
        let (size, pixels) = (driver.console.size, driver.pixels)
        let screen = Screen(width: size.columns - 1, palette: driver.palette, unicode: driver.unicode)
        let keys = hinted(view, editor, screen, rows: size.rows).lines.count
        return ScreenRoom(
            columns: screen.width, rows: max(1, size.rows - keys),
            hasColors: driver.palette.depth != .none && driver.manner.showsPictures, unicode: driver.unicode,
            cell: pixels.graphics == .characters ? nil : pixels.cell ?? .usual)
    }

    /// A frame of the ground with the stage on it; nil where there is none, or no room for the stage.
    private mutating func grounded(
        _ view: DialogueView, above said: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> (codes: String, cursor: String)? {
        guard let picture = view.ground, var cells = words ?? laidOut(view, above: said, editor, screen) else { return nil }
        let (now, isStill) = (driver.seconds(), driver.manner.reducesMotion)
        nextFrame = isStill ? nil : now + 1 / picture.pace(on: screen.width * size.rows)
        cells.shine(picture.light(screen.width, size.rows * 2, ground.seconds(at: now, isStill: isStill)))
        (shown, words) = ([], cells)
        return (ground.codes(for: cells), "")
    }

    private func laidOut(
        _ view: DialogueView, above said: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> GroundCells? {
        staged(view, above: said, footer(of: view, editor, screen), screen).map {
            GroundCells($0.rows, width: screen.width, rows: size.rows, depth: driver.palette.depth, unicode: driver.unicode)
        }
    }

    private mutating func lined(
        _ view: DialogueView, above said: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> (codes: String, cursor: String) {
        if ground.isShown {
            isForgotten = true
            ground.forget()
        }
        nextFrame = nil
        let (lines, pictures, cursor) = lines(of: view, above: said, editor, screen)
        var codes = isForgotten ? layer.forget() : ""
        let (empty, drawn) = layer.turn(to: pictures, on: pixels)
        codes += changes(to: lines, emptying: empty) + drawn
        shown = lines
        return (codes, cursor.map { "\u{1B}[\(min(lines.count, size.rows));\($0 + 1)H\u{1B}[?25h" } ?? "")
    }

    /// The whole screen with a stage and its keys; nil where it has no room.
    private func staged(
        _ view: DialogueView, above said: [Block], _ keys: Footer, _ screen: Screen
    ) -> (rows: [[Glyph]], cursor: Int?)? {
        guard help == nil, let stage = view.stage?.saying(said) else { return nil }
        let layout = StageLayout(
            stage: stage, width: screen.width, rows: size.rows - keys.lines.count - (size.rows > 6 ? 1 : 0),
            palette: driver.palette, unicode: driver.unicode,
            // Before a picture they leave it to be seen.
            mostDigitRows: view.ground.map { _ in max(LargeDigits.rows, size.rows * 2 / 5) })
        guard let (body, left) = layout.drawn else { return nil }
        let before = keys.cursor == nil ? max(0, (screen.width - keys.columns) / 2) : left
        let indent = [Glyph](repeating: .blank, count: before)
        let air = [[Glyph]](repeating: [], count: max(0, size.rows - body.count - keys.lines.count))
        return (body + air + keys.lines.map { $0.isEmpty ? [] : indent + $0 }, keys.cursor.map { $0 + before })
    }

    private mutating func lines(
        of view: DialogueView, above said: [Block], _ editor: LineEditor, _ screen: Screen
    ) -> (lines: [String], pictures: [PlacedPicture], cursor: Int?) {
        let keys = footer(of: view, editor, screen)
        if let (rows, cursor) = staged(view, above: said, keys, screen) {
            (top, hidden) = (0, 0)
            return (rows.map(screen.paint), [], cursor)
        }
        var footer = keys.lines.map(screen.paint)
        if help == nil, let rows = view.rows {
            (top, hidden) = (0, 0)
            let room = max(1, size.rows - footer.count)
            let pictures = pixels.graphics == .characters ? [] : view.pictures.filter { $0.row + $0.rows <= room }
            let body = screen.lines(of: rows.prefix(room).map { screen.glyphs(of: .drawn($0)).first ?? [] }, leaving: pictures)
            let air = [String](repeating: "", count: max(0, size.rows - body.count - footer.count))
            return (Array((body + air + footer).prefix(max(1, size.rows))), pictures, keys.cursor)
        }
        let blocks = (said.isEmpty ? [] : said + [.gap]) + view.blocks
        if help == nil, let picture = view.picture,
            let (body, pictures) = frame.lines(
                of: blocks, with: picture, on: screen, rows: size.rows - footer.count - 1, driver)
        {
            (top, hidden) = (0, 0)
            let air = [String](repeating: "", count: max(0, size.rows - body.count - footer.count))
            return (body + air + footer, pictures, keys.cursor)
        }
        let body = window(on: screen.lines(of: help ?? blocks), footer: footer.count, screen)
        if !body.isEmpty, body.count + footer.count < size.rows { footer.insert("", at: 0) }
        return (Array((body + footer).prefix(max(1, size.rows))), [], keys.cursor)
    }

    /// Whether the key only moves what is shown.
    mutating func scrolls(_ key: Key, _ view: DialogueView) -> Bool {
        if case .key(let hints) = view.wanted, hints.contains(where: { $0.key == key }) { return false }
        let page = max(1, size.rows / 2)
        switch key {
        case .pageDown where hidden > 0: top += min(page, hidden)
        case .pageUp where top > 0: top = max(0, top - page)
        default: return false
        }
        return true
    }

    /// Whether there was help to close.
    mutating func closesHelp() -> Bool {
        guard help != nil else { return false }
        (help, top) = (nil, topBeforeHelp)
        return true
    }

    /// Opens the view's help sheet, and the list of its keys where it has any.
    ///
    /// - Returns: whether there was anything to show.
    mutating func opensHelp(of view: DialogueView) -> Bool {
        let sheet = view.help.map(driver.help) ?? []
        var keys: [Block] = []
        if case .key(let hints) = view.wanted {
            let facts = (hints + view.quiet).map { (name: $0.key.description, value: StyledText($0.meaning)) }
            keys = [.heading("Keys"), .gap, .facts(facts + [(name: "ctrl-d", value: "end")])]
        }
        let tongue = driver.console.tongue
        keys = keys.spoken(by: tongue)
        let blocks = sheet.spoken(by: tongue) + (sheet.isEmpty || keys.isEmpty ? [] : [.gap]) + keys
        guard !blocks.isEmpty else { return false }
        (help, topBeforeHelp) = (blocks, top)
        if !sheet.isEmpty { top = 0 }
        return true
    }

    private typealias Footer = (lines: [[Glyph]], columns: Int, cursor: Int?)

    private func footer(of view: DialogueView, _ editor: LineEditor, _ screen: Screen) -> Footer {
        guard help == nil else { return ([[Glyph].line(of: driver.said("any key: back"))], 0, nil) }
        return hinted(view, editor, screen, rows: size.rows)
    }

    private func hinted(_ view: DialogueView, _ editor: LineEditor, _ screen: Screen, rows: Int) -> Footer {
        switch view.wanted {
        case .key(let hints):
            let lines = KeyBar(hints, hasHelp: view.help != nil, tongue: driver.console.tongue).lines(
                on: screen, most: max(1, rows / 3))
            return (lines, lines.map(\.columns).max() ?? 0, nil)
        case .line(let prompt):
            let room = view.stage.map { _ in min(screen.width, StageLayout.widestCard) } ?? screen.width
            let (line, cursor) = editor.drawn(behind: [Glyph].line(of: StyledText(prompt, .input)), width: room)
            let keys = driver.said("enter: send   ctrl-d: end")
            let below = [Glyph].line(of: keys).truncated(to: screen.width, ellipsis: screen.ellipsis)
            return (rows > 2 ? [below, line] : [line], room, cursor)
        }
    }

    private mutating func window(on body: [String], footer: Int, _ screen: Screen) -> [String] {
        let room = max(1, size.rows - footer - 1)
        guard body.count > room else {
            (top, hidden) = (0, 0)
            return body
        }
        let rows = max(1, room - 1)
        top = min(top, body.count - rows)
        hidden = body.count - top - rows
        let notes = [
            hidden > 0 ? driver.said("page-down: \(counted(hidden, "more line"))") : "",
            top > 0 ? driver.said("page-up: \(top) before") : "",
        ]
        let said = notes.filter { !$0.spans.isEmpty }
        let note = said.count == 2 ? said[0] + "   " + said[1] : said.first ?? ""
        let line = [Glyph].line(of: note).truncated(to: screen.width, ellipsis: screen.ellipsis)
        return Array(body[top..<top + rows]) + [screen.paint(line)]
    }

    private mutating func titleCodes(_ view: DialogueView) -> String {
        guard driver.manner.setsTitle, driver.console.environment["TERM"] != "linux", let wanted = view.title,
            wanted != title || isForgotten
        else { return "" }
        title = wanted
        return "\u{1B}]2;\(String(Sanitised.line(wanted).prefix(80)))\u{07}"
    }

    /// Nothing is under way any more.
    mutating func end() throws {
        let codes = progressCodes(nil) + layer.forget()
        if !codes.isEmpty { try driver.console.write(codes) }
        keys.showsProgress(false)
    }

    /// Only where a dialogue asks for it: a terminal that does not know the code may take it for a message.
    private mutating func progressCodes(_ progress: Double?) -> String {
        let wanted = progress.map { Int((min(max($0, 0), 1) * 100).rounded()) }
        guard driver.manner.setsTitle, driver.console.environment["TERM"] != "linux",
            wanted != percent || (isForgotten && wanted != nil)
        else { return "" }
        percent = wanted
        return wanted.map { "\u{1B}]9;4;1;\($0)\u{07}" } ?? TerminalGuard.progressEndCodes
    }

    /// - Parameter empty: rows where pictures come or go; they are emptied before.
    private func changes(to lines: [String], emptying empty: Set<Int>) -> String {
        var codes = ""
        for (row, line) in lines.enumerated() {
            let isEmptied = empty.contains(row)
            guard isForgotten || isEmptied || row >= shown.count || shown[row] != line else { continue }
            codes += "\u{1B}[\(row + 1);1H\(isEmptied ? "\u{1B}[2K" : "")\(line)\u{1B}[K"
        }
        // Below the last row there is nothing: a terminal would take the last row for it, and clear what stands there.
        if lines.count < size.rows, isForgotten || shown.count > lines.count { codes += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
        return codes
    }
}
