import Kernel

/// Asks a person at a terminal. Questions go to standard error, so that standard output holds nothing but data.
///
/// Off a terminal nobody can answer: every question throws a `Failure` `cannotAsk` of kind `usage`, which names the option that answers.
public struct Prompt: Sendable {
    private let console: any Console
    private let palette: Palette

    /// Questions on a console.
    public init(console: any Console, palette: Palette = .plain) { (self.console, self.palette) = (console, palette) }

    /// Yes or no, with one key; no unless the person says yes. The end of the input is a no. `option` is what answers off a terminal: `--yes`.
    public func confirm(_ question: String, option: String = "--yes") throws -> Bool {
        try needPerson(question, option)
        while true {
            ask(question, "[y/N]")
            let key = console.readKey()
            console.writeError(key.map(Prompt.echo) ?? "\n")
            switch key {
            case .character("y"), .character("Y"): return true
            case nil, .enter, .escape, .endOfInput, .character("n"), .character("N"), .character("q"), .character("Q"):
                return false
            default: console.tell("Press y or n.")
            }
        }
    }

    /// The place of one of several, by its number or by its words.
    ///
    /// - Throws: `Failure` `noAnswer` at the end of the input.
    public func choose(_ question: String, among choices: [String], option: String) throws -> Int {
        try needPerson(question, option)
        guard !choices.isEmpty else { throw Failure(.nothingToChoose, "There is nothing to choose from.") }
        let shown = choices.map(Sanitised.line)
        for (place, choice) in shown.enumerated() { console.tell("\(place + 1). \(choice)") }
        while true {
            ask(question, "[1-\(choices.count)]")
            guard let answer = answer() else { throw noAnswer(question) }
            if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
            if let place = shown.firstIndex(where: { $0.lowercased() == answer.lowercased() }) { return place }
            console.tell("Type a number from 1 to \(choices.count).")
        }
    }

    /// A line of text, as typed, without spaces around it; may be empty.
    ///
    /// - Throws: `Failure` `noAnswer` at the end of the input.
    public func line(_ question: String, option: String) throws -> String {
        try needPerson(question, option)
        ask(question, "")
        guard let answer = answer() else { throw noAnswer(question) }
        return answer
    }

    /// A line that nobody sees while it is typed, as typed; may be empty.
    ///
    /// - Throws: `Failure` `noAnswer` at the end of the input and where Escape is pressed.
    public func secret(_ question: String, option: String) throws -> String {
        try needPerson(question, option)
        ask(question, "")
        defer { console.writeError("\n") }
        guard let line = console.readSecret() else { throw noAnswer(question) }
        return line
    }

    private func ask(_ question: String, _ choices: String) {
        let asked =
            StyledText(Sanitised.line(console.tongue.say(sentence: question)), .title)
            + StyledText(choices.isEmpty ? "" : " " + choices)
        console.writeError(console.sentence(asked, palette) + " ")
    }

    /// What a key leaves on the line, as if it had been typed and sent.
    private static func echo(_ key: Key) -> String {
        guard case .character(let character) = key, character.isLetter || character.isNumber else { return "\n" }
        return "\(character)\n"
    }

    private func answer() -> String? {
        guard let line = console.readLine() else {
            console.writeError("\n")
            return nil
        }
        let bare = line.drop { $0.isWhitespace }
        return String(bare.reversed().drop { $0.isWhitespace }.reversed())
    }

    private func needPerson(_ question: String, _ option: String) throws {
        guard !console.isInputTerminal || !console.isErrorTerminal else { return }
        throw Failure(
            .cannotAsk, "“\(question)” needs an answer, but there is no terminal to ask in.", advice: "Answer with \(option).",
            kind: .usage)
    }

    private func noAnswer(_ question: String) -> Failure {
        Failure(.noAnswer, "“\(question)” was not answered; nothing was done.")
    }
}
