import Interface
import Kernel

/// Questions to a user at a terminal, written to standard error so that standard output contains
/// only data.
///
/// Without a terminal, every question throws a `Failure` `cannotAsk` of kind `usage`, which names
/// the option that answers it.
public struct Prompt: Sendable {
    private let console: any Console
    private let palette: Palette

    public init(console: any Console, palette: Palette = .plain) {
        self.console = console
        self.palette = palette
    }

    /// Asks a question that one key answers, and returns true only for yes.
    ///
    /// The end of the input is a no. `option` answers the question without a terminal: `--yes`.
    public func confirm(_ question: String, option: String = "--yes") throws -> Bool {
        try requireTerminal(question, option)
        while true {
            ask(question, "[y/N]")
            let key = console.readKey()
            console.writeError(key.map(Prompt.echo) ?? "\n")
            switch key {
            case .character("y"), .character("Y"): return true
            case nil, .enter, .escape, .endOfInput, .character("n"), .character("N"), .character("q"), .character("Q"):
                return false
            default: console.writeErrorLine("Press y or n.")
            }
        }
    }

    /// Asks for one of several choices, by number or by words, and returns its index.
    ///
    /// - Throws: `Failure` `noAnswer` at the end of the input.
    public func choose(_ question: String, among choices: [String], option: String) throws -> Int {
        try requireTerminal(question, option)
        guard !choices.isEmpty else { throw Failure(.nothingToChoose, "There is nothing to choose from.") }
        let shownChoices = choices.map(Sanitized.line)
        for (place, choice) in shownChoices.enumerated() { console.writeErrorLine("\(place + 1). \(choice)") }
        while true {
            ask(question, "[1-\(choices.count)]")
            guard let answer = answer() else { throw noAnswer(question) }
            if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
            if let place = shownChoices.firstIndex(where: { $0.lowercased() == answer.lowercased() }) { return place }
            console.writeErrorLine("Type a number from 1 to \(choices.count).")
        }
    }

    /// Asks for a line of text and returns it without surrounding spaces.
    ///
    /// It may be empty.
    ///
    /// - Throws: `Failure` `noAnswer` at the end of the input.
    public func line(_ question: String, option: String) throws -> String {
        try requireTerminal(question, option)
        ask(question, "")
        guard let answer = answer() else { throw noAnswer(question) }
        return answer
    }

    /// Asks for a line without an echo and returns it as typed.
    ///
    /// It may be empty.
    ///
    /// - Throws: `Failure` `noAnswer` at the end of the input and after Escape.
    public func secret(_ question: String, option: String) throws -> String {
        try requireTerminal(question, option)
        ask(question, "")
        defer { console.writeError("\n") }
        guard let line = console.readSecret() else { throw noAnswer(question) }
        return line
    }

    private func ask(_ question: String, _ choices: String) {
        let questionText =
            StyledText(Sanitized.line(console.translator.translation(sentence: question)), .title)
            + StyledText(choices.isEmpty ? "" : " " + choices)
        console.writeError(console.sentence(questionText, palette) + " ")
    }

    /// Returns the text that a key leaves on the line, as if the user had typed and submitted it.
    private static func echo(_ key: Key) -> String {
        guard case .character(let character) = key, character.isLetter || character.isNumber else { return "\n" }
        return "\(character)\n"
    }

    private func answer() -> String? {
        guard let line = console.readLine() else {
            console.writeError("\n")
            return nil
        }
        let trimmedStart = line.drop { $0.isWhitespace }
        return String(trimmedStart.reversed().drop { $0.isWhitespace }.reversed())
    }

    private func requireTerminal(_ question: String, _ option: String) throws {
        guard !console.isInputTerminal || !console.isErrorTerminal else { return }
        throw Failure(
            .cannotAsk, "“\(question)” needs an answer, but there is no terminal to ask in.",
            advice: "Answer with \(option).", kind: .usage)
    }

    private func noAnswer(_ question: String) -> Failure {
        Failure(.noAnswer, "“\(question)” was not answered; nothing was done.")
    }
}
