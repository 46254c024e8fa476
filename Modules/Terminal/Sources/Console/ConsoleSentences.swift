import Kernel

/// What is said to people on standard error.
extension Console {
    /// A text as standard error shows it: a terminal breaks it between words, as it does everything else, and what reads a pipe gets it on one line.
    func sentence(_ text: StyledText, _ palette: Palette = .plain) -> String {
        let screen = Screen(
            width: size.columns, palette: palette, unicode: !(self is LatinConsole),
            fit: isErrorTerminal ? .page : .pipe)
        return screen.lines(of: [.paragraph(text)].spoken(by: tongue)).joined(separator: "\n")
    }

    /// Says a sentence, and ends its line.
    func tell(_ sentence: String) { writeError(self.sentence(StyledText(Sanitised.line(tongue.say(sentence: sentence)))) + "\n") }
}
