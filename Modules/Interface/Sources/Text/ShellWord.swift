extension String {
    /// The text as one word of a POSIX shell, for commands that people copy from the screen.
    ///
    /// `Jun` stays as it is, `Jun Park` becomes `'Jun Park'`, and `O'Brien` becomes `'O'\''Brien'`.
    package var shellWord: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "_-./:@,+=%".contains($0) }
        return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}
