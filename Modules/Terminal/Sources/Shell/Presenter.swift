import Kernel
import Languages

/// Shows what a command gave: blocks to people, data to programs; asks, edits and plays where the output wants it.
struct Presenter {
    let description: AppDescription
    let options: GlobalOptions
    let console: any Console
    let theme: @Sendable () -> Theme
    var displays: [DisplaySource] = []
    var rows: [ShownRows] = []
    let sheets: @Sendable () -> [HelpSheet]

    private var app: String { description.name }
    private var tongue: Tongue { console.tongue }

    /// Shows an output and whatever follows it.
    func show(_ first: Output) throws {
        var output: Output? = first
        while let current = output {
            guard let continuation = current.continuation else {
                try present(current)
                if let failure = current.failure { throw failure }
                return
            }
            output = try follow(continuation, of: current)
        }
    }

    /// A sentence for people that is no data: on standard error, unless nobody wants to hear it.
    func note(_ sentence: String) {
        if !options.isQuiet { console.tell(sentence) }
    }

    /// Who has made the words of a language that nobody who speaks it has read.
    func tellTranslator() throws {
        guard options.form == .people, tongue.isMachineMade else { return }
        let said: StyledText =
            "The words of this language were translated by a machine, and nobody who speaks it has read them yet."
        try present(Output(blocks: [.gap, .paragraph(said)]))
    }

    // MARK: - What follows

    /// What comes of a question, an editor or a dialogue; nil when it was the end.
    private func follow(_ continuation: Output.Continuation, of output: Output) throws -> Output? {
        switch continuation {
        case .confirm(let question, let proceed):
            try confirm(question, showing: output.blocks)
            return try proceed()
        case .secret(let question, let option, let proceed):
            if console.isInputTerminal, console.isErrorTerminal { try showForPeople(output.blocks) }
            return try proceed(prompt.secret(question, option: option))
        case .edit(let text, let fileName, let proceed):
            try showForPeople(output.blocks)
            return try EditorRounds(console: console, text: text, fileName: fileName, proceed: proceed).output()
        case .dialogue(let dialogue):
            try showForPeople(output.blocks)
            return try drawing.run(dialogue, saying: output.blocks)
        case .browse(let dialogue):
            if drawing.takesKeys { return try drawing.run(dialogue) }
            var whole = output
            whole.continuation = nil
            return whole
        case .open(let path, let proceed?):
            do { if !options.isDryRun { try console.companions.open(path) } } catch let failure as Failure {
                return try proceed(failure)
            }
            return try proceed(nil)
        case .open(let path, nil):
            try present(output)
            if options.isDryRun { note("Would open \(path).") } else { try console.companions.open(path) }
            return nil
        case .stream(let body):
            try body { piece in try piece.map(present) ?? console.write(bytes: []) }
            return nil
        case .work(let title, let total, let proceed):
            try showForPeople(output.blocks)
            let bar = drawing.progress(title, total: total)
            defer { bar.finish() }
            return try proceed(bar.advance)
        }
    }

    /// A dry run needs no answer: it changes nothing.
    private func confirm(_ question: String, showing blocks: [Block]) throws {
        guard !options.answersYes, !options.isDryRun else { return }
        // Off a terminal the question fails, and then nothing may stand on standard output.
        if console.isInputTerminal, console.isErrorTerminal { try showForPeople(blocks) }
        guard try prompt.confirm(question) else { throw Failure(.notConfirmed, "Nothing was changed.") }
    }

    private var prompt: Prompt {
        Prompt(console: console, palette: drawing.palette(isTerminal: console.isErrorTerminal))
    }

    private func showForPeople(_ blocks: [Block]) throws {
        if options.form == .people, !blocks.isEmpty { try console.write(drawing.draw(blocks)) }
    }

    // MARK: - What is shown

    private var drawing: Drawing {
        Drawing(
            options: options, console: console, theme: theme, displays: displays, sheets: sheets,
            problemLine: description.problemLine)
    }

    private func present(_ output: Output) throws {
        if let bytes = asItIs(output) {
            if let placing = output.placing, options.form == .people, console.isOutputTerminal {
                throw Failure.fileForScreen(bytes.count, placing)
            }
            try console.isOutputTerminal
                ? console.write(Sanitised.lines(String(decoding: bytes, as: UTF8.self)))
                : console.write(bytes: bytes)
            return tell(output, hints: true)
        }
        switch options.form {
        case .people: try presentToPeople(output)
        case .json:
            // Data: UTF-8 in every locale.
            for piece in try Presenter.json(output) { try console.write(bytes: piece) }
            tell(output, hints: false)
        case .plain:
            let text = Presenter.plain(output)
            try console.isOutputTerminal ? console.write(text) : console.write(bytes: Array(text.utf8))
            tell(output, hints: true)
        }
    }

    private func asItIs(_ output: Output) -> [UInt8]? {
        if let file = output.file { return options.form == .json ? nil : file }
        guard let bytes = output.bytes else { return nil }
        return options.form == .json && (try? JSONValue(Data(bytes))) == nil ? nil : bytes
    }

    private func presentToPeople(_ output: Output) throws {
        var blocks = output.blocks
        if !options.isQuiet {
            if let notice = notice(output) { blocks += (blocks.isEmpty ? [] : [.gap]) + [.paragraph(StyledText(notice))] }
            if !output.next.isEmpty { blocks += (blocks.isEmpty ? [] : [.gap]) + [.paragraph(hint(output.next))] }
        }
        guard !blocks.isEmpty else { return }
        if console.isOutputTerminal, !options.isDryRun, let listed = output.listed { for place in rows { place.note(listed()) } }
        if let page = drawing.page(blocks, below: output.picture) { return try console.write(page) }
        let text = (output.picture.map { drawing.picture($0.image) } ?? "") + drawing.draw(blocks)
        if console.isInputTerminal, console.isOutputTerminal, text.count(where: { $0 == "\n" }) >= console.size.rows,
            console.companions.page(text)
        {
            return
        }
        try console.write(text)
    }

    /// Notices and hints where standard output holds data.
    private func tell(_ output: Output, hints: Bool) {
        if let notice = notice(output) { note(notice) }
        if hints, !output.next.isEmpty { note(hint(output.next).spoken(by: tongue).text) }
    }

    private func notice(_ output: Output) -> String? {
        output.notice.map { notice in
            let said = tongue.say(sentence: notice)
            return options.isDryRun ? tongue.say("Dry run, nothing was changed. Otherwise: \(said)") : said
        }
    }

    private func hint(_ next: [String]) -> StyledText {
        next.enumerated().reduce(StyledText("Next: ", .muted)) { text, hint in
            text + StyledText(hint.offset == 0 ? "" : ", ", .muted) + StyledText("\(app) \(hint.element)", .input)
        }
    }

    private static func json(_ output: Output) throws -> [[UInt8]] {
        let value: FieldValue
        switch output.content {
        case .list(let rows): return try JSONText.pieces(of: rows)
        case .one(let members): value = .object(members)
        case .none where output.blocks.isEmpty: value = .null
        case .none: value = .object([FieldValue.Member("text", .text(PlainText.lines(of: output.blocks)))])
        case .bytes(let bytes): value = .object([FieldValue.Member("text", .text(String(decoding: bytes, as: UTF8.self)))])
        }
        return [try JSONText(value).bytes]
    }

    private static func plain(_ output: Output) -> String {
        switch output.content {
        case .list(let rows): PlainText.lines(of: rows)
        case .one(let members): PlainText.lines(of: [members])
        case .none, .bytes: PlainText.lines(of: output.blocks)
        }
    }
}

extension Failure {
    /// Refuses to pour a file onto the screen that nobody sent there.
    fileprivate static func fileForScreen(_ bytes: Int, _ placing: String) -> Failure {
        let option = placing.prefix { $0 != " " }
        return Failure(
            .fileForScreen, "This is a file (\(ByteSize(bytes))), and nothing to read on a screen.",
            advice: "Say where it goes: `\(placing)`. `\(option) -` shows it here all the same, and a pipe takes it.",
            kind: .usage)
    }
}
