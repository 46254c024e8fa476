import Kernel

/// One dialogue on lines: for pipes, for screen readers, for terminals that can do no more. Prints a view once per change.
struct LineDialogue {
    private let dialogue: any Dialogue
    private let driver: DialogueDriver

    init(_ dialogue: any Dialogue, driver: DialogueDriver) { (self.dialogue, self.driver) = (dialogue, driver) }

    private var console: any Console { driver.console }
    private var screen: Screen {
        Screen(
            width: console.size.columns, palette: driver.palette, unicode: driver.unicode,
            fit: console.isOutputTerminal ? .page : .pipe)
    }

    func output() throws -> Output {
        var dialogue = dialogue
        var printed = (text: "", keys: [KeyHint](), rang: false)
        while true {
            let view = dialogue.view.spoken(by: console.tongue)
            let text = screen.draw(view.blocks)
            if text != printed.text { try console.write(text) }
            if view.ringsBell, !printed.rang, console.isOutputTerminal { try console.write("\u{07}") }
            (printed.text, printed.rang) = (text, view.ringsBell)
            try ask(view.wanted, after: &printed.keys)
            let line = console.readLine()
            // Who ends the input at a prompt leaves the cursor behind it.
            if line == nil, console.isInputTerminal, case .line = view.wanted { try tell("\n") }
            guard let event = event(of: line, view) else { continue }
            if case .finish(let output) = try dialogue.handle(event) { return output }
            if event == .end { return Output() }
        }
    }

    /// Tells a person at a terminal what is waited for; a pipe is told nothing.
    private func ask(_ wanted: DialogueView.Wanted, after keys: inout [KeyHint]) throws {
        guard console.isInputTerminal else { return }
        switch wanted {
        case .key(let hints):
            if hints != keys { try tell(screen.draw([.paragraph(StyledText(line(hints)))])) }
            keys = hints
        case .line(let prompt):
            let prompt = Sanitised.line(prompt)
            try tell(prompt.isEmpty ? "" : prompt + " ")
        }
    }

    private func tell(_ text: String) throws {
        if console.isOutputTerminal { try console.write(text) } else if console.isErrorTerminal { console.writeError(text) }
    }

    /// The event of a line, or nil when it names no key that is waited for.
    private func event(of line: String?, _ view: DialogueView) -> DialogueEvent? {
        guard let line else { return .end }
        guard case .key(let hints) = view.wanted else { return line == "?" && showsHelp(of: view) ? nil : .line(line) }
        if let key = key(of: line).flatMap(hints.key(for:)) { return .key(key) }
        // A choice may be typed out as well, and what a typed answer knows, as `:q`.
        if line != "?", Int(line) == nil, hints.contains(where: { $0.meaning == console.tongue.say(sentence: KeyTable.choosing) })
        {
            return .line(line)
        }
        if line == "?" { _ = showsHelp(of: view) }
        let shown = [Glyph].line(of: StyledText(line)).truncated(to: 30, ellipsis: screen.ellipsis).text
        let refusal = console.tongue.say("“\(shown)” is not a key here.")
        console.tell(line == "?" ? self.line(hints) : "\(refusal) \(self.line(hints))")
        return nil
    }

    /// Shows the view's help sheet beside what the dialogue prints, without colours, which standard error may not want.
    ///
    /// - Returns: whether there is one.
    private func showsHelp(of view: DialogueView) -> Bool {
        let sheet = view.help.map(driver.help) ?? []
        let plain = Screen(
            width: console.size.columns, palette: .plain, unicode: driver.unicode, fit: console.isErrorTerminal ? .page : .pipe)
        if !sheet.isEmpty { console.writeError(plain.draw(sheet.spoken(by: console.tongue))) }
        return !sheet.isEmpty
    }

    private func key(of line: String) -> Key? {
        let bare = line.split(separator: " ").joined(separator: " ")
        return Key(line) ?? Key(bare) ?? Key(bare.lowercased())
    }

    private func line(_ hints: [KeyHint]) -> String {
        console.tongue.say("Keys: ") + hints.map { "\($0.key) (\(Sanitised.line($0.words)))" }.joined(separator: ", ") + "."
    }
}
