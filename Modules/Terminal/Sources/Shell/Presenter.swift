import Interface
import Kernel
import Languages

/// A presenter of command outputs, which shows blocks to people and data to programs, and runs
/// continuations.
struct Presenter {
    let description: AppDescription
    let options: GlobalOptions
    let console: any Console
    let theme: @Sendable () -> Theme
    var displays: [DisplaySource] = []
    var rows: [ShownRows] = []
    let sheets: @Sendable () -> [HelpSheet]

    private var app: String { description.name }
    private var translator: Translator { console.translator }

    /// Shows an output and its continuations.
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

    /// Prints a message for people on standard error, unless the user wants none.
    func printMessage(_ sentence: String) {
        if !options.isQuiet { console.writeErrorLine(sentence) }
    }

    /// Tells people that a language was translated by a machine and not reviewed by a native
    /// speaker.
    func printTranslationNotice() throws {
        guard options.form == .readable, translator.isMachineMade else { return }
        let sentence: StyledText =
            "The words of this language were translated by a machine, and nobody who speaks it has read them yet."
        try present(Output(blocks: [.gap, .paragraph(sentence)]))
    }

    // MARK: - Continuations

    /// Runs a question, an editor or a dialogue, and returns its output, or nil at the end.
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
            return try renderer.run(dialogue, openingBlocks: output.blocks)
        case .browse(let dialogue):
            if renderer.takesKeys { return try renderer.run(dialogue) }
            var printedOutput = output
            printedOutput.continuation = nil
            return printedOutput
        case .open(let path, let proceed?):
            do { if !options.isDryRun { try console.companions.open(path) } } catch let failure as Failure {
                return try proceed(failure)
            }
            return try proceed(nil)
        case .open(let path, nil):
            try present(output)
            if options.isDryRun { printMessage("Would open \(path).") } else { try console.companions.open(path) }
            return nil
        case .stream(let body):
            try body { piece in try piece.map(present) ?? console.write(bytes: []) }
            return nil
        case .work(let title, let total, let proceed):
            try showForPeople(output.blocks)
            let bar = renderer.progress(title, total: total)
            defer { bar.finish() }
            return try proceed(bar.advance)
        }
    }

    /// Asks for confirmation, except in a dry run, which changes nothing.
    private func confirm(_ question: String, showing blocks: [Block]) throws {
        guard !options.answersYes, !options.isDryRun else { return }
        // Without a terminal the question fails, and then standard output must remain empty.
        if console.isInputTerminal, console.isErrorTerminal { try showForPeople(blocks) }
        guard try prompt.confirm(question) else { throw Failure(.notConfirmed, "Nothing was changed.") }
    }

    private var prompt: Prompt {
        Prompt(console: console, palette: renderer.palette(isTerminal: console.isErrorTerminal))
    }

    private func showForPeople(_ blocks: [Block]) throws {
        if options.form == .readable, !blocks.isEmpty { try console.write(renderer.draw(blocks)) }
    }

    // MARK: - Output

    private var renderer: ConsoleRenderer {
        ConsoleRenderer(
            options: options, console: console, theme: theme, displays: displays, sheets: sheets,
            problemLine: description.problemLine)
    }

    private func present(_ output: Output) throws {
        if let bytes = rawBytes(output) {
            if let fileOption = output.fileOptionExample, options.form == .readable, console.isOutputTerminal {
                throw Failure.fileForScreen(bytes.count, fileOption)
            }
            try console.isOutputTerminal
                ? console.write(Sanitized.lines(String(decoding: bytes, as: UTF8.self)))
                : console.write(bytes: bytes)
            return printNotices(output, hints: true)
        }
        switch options.form {
        case .readable: try presentToPeople(output)
        case .json:
            // Data: UTF-8 in every locale.
            for piece in try Presenter.json(output) { try console.write(bytes: piece) }
            printNotices(output, hints: false)
        case .plain:
            let text = Presenter.plain(output)
            try console.isOutputTerminal ? console.write(text) : console.write(bytes: Array(text.utf8))
            printNotices(output, hints: true)
        }
    }

    /// Returns the bytes that are written unchanged, or nil for blocks and for JSON.
    private func rawBytes(_ output: Output) -> [UInt8]? {
        if let file = output.file { return options.form == .json ? nil : file }
        guard let bytes = output.bytes else { return nil }
        return options.form == .json && (try? JSONValue(Data(bytes))) == nil ? nil : bytes
    }

    private func presentToPeople(_ output: Output) throws {
        var blocks = output.blocks
        if !options.isQuiet {
            if let notice = notice(output) {
                blocks += (blocks.isEmpty ? [] : [.gap]) + [.paragraph(StyledText(notice))]
            }
            if !output.next.isEmpty { blocks += (blocks.isEmpty ? [] : [.gap]) + [.paragraph(hint(output.next))] }
        }
        guard !blocks.isEmpty else { return }
        if console.isOutputTerminal, !options.isDryRun, let listedRows = output.listedRows {
            for memory in rows { memory.save(listedRows()) }
        }
        if let page = renderer.page(blocks, below: output.picture) { return try console.write(page) }
        let text = (output.picture.map { renderer.picture($0.image) } ?? "") + renderer.draw(blocks)
        if console.isInputTerminal, console.isOutputTerminal, text.count(where: { $0 == "\n" }) >= console.size.rows,
            console.companions.page(text)
        {
            return
        }
        try console.write(text)
    }

    /// Prints notices and hints while standard output contains data.
    private func printNotices(_ output: Output, hints: Bool) {
        if let notice = notice(output) { printMessage(notice) }
        if hints, !output.next.isEmpty { printMessage(hint(output.next).translated(by: translator).text) }
    }

    private func notice(_ output: Output) -> String? {
        output.notice.map { notice in
            let translated = translator.translation(sentence: notice)
            guard options.isDryRun else { return translated }
            return translator.translation("Dry run, nothing was changed. Otherwise: \(translated)")
        }
    }

    private func hint(_ next: [String]) -> StyledText {
        next.enumerated().reduce(StyledText("Next: ", .muted)) { text, hint in
            text + StyledText(hint.offset == 0 ? "" : ", ", .muted) + StyledText("\(app) \(hint.element)", .input)
        }
    }

    private static func json(_ output: Output) throws -> [[UInt8]] {
        let value: OutputValue
        switch output.content {
        case .list(let rows): return try JSONText.pieces(of: rows)
        case .one(let members): value = .object(members)
        case .none where output.blocks.isEmpty: value = .null
        case .none: value = .object([OutputValue.Member("text", .text(PlainText.lines(of: output.blocks)))])
        case .bytes(let bytes):
            value = .object([OutputValue.Member("text", .text(String(decoding: bytes, as: UTF8.self)))])
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
    /// Returns the error for a file that would be printed on the screen without a request.
    fileprivate static func fileForScreen(_ bytes: Int, _ placing: String) -> Failure {
        let option = placing.prefix { $0 != " " }
        return Failure(
            .fileForScreen, "This is a file (\(ByteSize(bytes))), and nothing to read on a screen.",
            advice: "Say where it goes: `\(placing)`. `\(option) -` shows it here all the same, and a pipe takes it.",
            kind: .usage)
    }
}
