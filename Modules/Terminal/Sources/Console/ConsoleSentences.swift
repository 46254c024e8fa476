import Interface
import Kernel

/// Messages for people on standard error.
extension Console {
    /// Returns a text as standard error shows it: wrapped for a terminal, on one line for a pipe.
    func sentence(_ text: StyledText, _ palette: Palette = .plain) -> String {
        let screen = Screen(
            width: size.columns, palette: palette, unicode: !(self is LatinConsole),
            fit: isErrorTerminal ? .page : .pipe)
        return screen.lines(of: [.paragraph(text)].translated(by: translator)).joined(separator: "\n")
    }

    /// Writes a sentence and a line end.
    func writeErrorLine(_ sentence: String) {
        writeError(self.sentence(StyledText(Sanitized.line(translator.translation(sentence: sentence)))) + "\n")
    }
}
