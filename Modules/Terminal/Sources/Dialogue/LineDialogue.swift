import Interface
import Kernel

/// The loop of one dialogue on lines, for pipes, screen readers and simple terminals.
///
/// It prints a view once per change.
struct LineDialogue {
    private let dialogue: any Dialogue
    private let driver: DialogueDriver

    init(_ dialogue: any Dialogue, driver: DialogueDriver) {
        self.dialogue = dialogue
        self.driver = driver
    }

    private var console: any Console { driver.console }
    private var screen: Screen {
        Screen(
            width: console.size.columns, palette: driver.palette, unicode: driver.unicode,
            fit: console.isOutputTerminal ? .page : .pipe)
    }

    /// Runs the dialogue to its end and returns its output.
    func output() throws -> Output {
        var dialogue = dialogue
        var lastPrinted = (text: "", keys: [KeyHint](), rang: false)
        while true {
            let view = dialogue.view.translated(by: console.translator)
            let text = screen.draw(view.blocks)
            if text != lastPrinted.text { try console.write(text) }
            if view.ringsBell, !lastPrinted.rang, console.isOutputTerminal { try console.write("\u{07}") }
            (lastPrinted.text, lastPrinted.rang) = (text, view.ringsBell)
            try ask(view.wanted, after: &lastPrinted.keys)
            let line = console.readLine()
            // After the end of the input at a prompt, the cursor is still on the prompt's line.
            if line == nil, console.isInputTerminal, case .line = view.wanted { try write("\n") }
            guard let event = event(of: line, view) else { continue }
            if case .finish(let output) = try dialogue.handle(event) { return output }
            if event == .end { return Output() }
        }
    }

    /// Tells a user at a terminal which input is expected, and writes nothing for a pipe.
    private func ask(_ wanted: DialogueView.Wanted, after keys: inout [KeyHint]) throws {
        guard console.isInputTerminal else { return }
        switch wanted {
        case .key(let hints):
            if hints != keys { try write(screen.draw([.paragraph(StyledText(keyList(hints)))])) }
            keys = hints
        case .line(let prompt):
            let prompt = Sanitized.line(prompt)
            try write(prompt.isEmpty ? "" : prompt + " ")
        }
    }

    private func write(_ text: String) throws {
        if console.isOutputTerminal {
            try console.write(text)
        } else if console.isErrorTerminal {
            console.writeError(text)
        }
    }

    /// Returns the event of a line, or nil if it names no expected key.
    private func event(of line: String?, _ view: DialogueView) -> DialogueEvent? {
        guard let line else { return .end }
        guard case .key(let hints) = view.wanted else { return line == "?" && showHelp(of: view) ? nil : .line(line) }
        if let key = key(of: line).flatMap(hints.key(for:)) { return .key(key) }
        // A choice may also be typed as text, and so may the commands of a typed answer, such as
        // `:q`.
        if line != "?", Int(line) == nil,
            hints.contains(where: { $0.meaning == console.translator.translation(sentence: KeyTable.chooseMeaning) })
        {
            return .line(line)
        }
        if line == "?" { _ = showHelp(of: view) }
        let shownInput = [Glyph].line(of: StyledText(line)).truncated(to: 30, ellipsis: screen.ellipsis).text
        let refusal = console.translator.translation("“\(shownInput)” is not a key here.")
        console.writeErrorLine(line == "?" ? self.keyList(hints) : "\(refusal) \(self.keyList(hints))")
        return nil
    }

    /// Shows the view's help sheet on standard error, without colors.
    ///
    /// - Returns: whether there is a sheet.
    private func showHelp(of view: DialogueView) -> Bool {
        let sheet = view.help.map(driver.help) ?? []
        let plainScreen = Screen(
            width: console.size.columns, palette: .plain, unicode: driver.unicode,
            fit: console.isErrorTerminal ? .page : .pipe)
        if !sheet.isEmpty { console.writeError(plainScreen.draw(sheet.translated(by: console.translator))) }
        return !sheet.isEmpty
    }

    private func key(of line: String) -> Key? {
        let condensed = line.split(separator: " ").joined(separator: " ")
        return Key(line) ?? Key(condensed) ?? Key(condensed.lowercased())
    }

    private func keyList(_ hints: [KeyHint]) -> String {
        console.translator.translation("Keys: ")
            + hints.map { "\($0.key) (\(Sanitized.line($0.words)))" }.joined(separator: ", ") + "."
    }
}
