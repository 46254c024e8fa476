extension ConsoleCompanions {
    /// How a terminal shows pictures: with characters, or with pixels by one of the protocols that some have.
    public enum Graphics: String, Hashable, Sendable, CaseIterable {
        /// Blocks and other characters, in every terminal.
        case characters
        /// The protocol of kitty.
        case kitty
        /// The protocol of iTerm2.
        case iterm
        /// Sixels, of DEC's terminals and many since.
        case sixels
    }
}

extension ConsoleCompanions.Graphics {
    /// What the environment says that the terminal speaks; characters where it does not say.
    static func spoken(in environment: [String: String]) -> Self { known(in: environment) ?? .characters }

    /// What the environment says that the terminal speaks; nil where only the terminal knows. Within tmux and screen pixels would get lost. A terminal far away
    /// would answer when nobody waits any more, and then it would be typed; Apple's prints the question.
    static func known(in environment: [String: String]) -> Self? {
        let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? environment["LC_TERMINAL"] ?? "")
        guard environment["TMUX"] == nil, !term.hasPrefix("screen"), !term.hasPrefix("tmux") else { return .characters }
        if term == "xterm-kitty" || term == "xterm-ghostty" || environment["KITTY_WINDOW_ID"] != nil { return .kitty }
        if program == "iTerm.app" || program == "iTerm2" || program == "WezTerm" { return .iterm }
        if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel") { return .sixels }
        let isFar = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
        let asksNothing = ["", "dumb", "linux", "emacs"].contains(term) || program == "Apple_Terminal" || isFar
        return asksNothing ? .characters : nil
    }

    /// The picture in what a program drew, if it is nothing but sequences of this protocol, and each of them whole: whatever else a program writes does not
    /// reach the terminal. Nil for characters.
    func picture(in drawn: String) -> String? {
        guard let (start, ends, allowed) = grammar else { return nil }
        var (rest, picture) = (drawn[...], "")
        while let begin = rest.firstRange(of: start) {
            let body = rest[begin.upperBound...]
            guard let end = ends.compactMap({ body.firstRange(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound }),
                body[..<end.lowerBound].unicodeScalars.allSatisfy({ allowed.contains($0) })
            else { return nil }
            picture += start + body[..<end.upperBound]
            rest = body[end.upperBound...]
        }
        return picture.isEmpty ? nil : picture
    }

    /// How a sequence begins, what may end it, and the characters that may stand between: none of them ends or begins another.
    private var grammar: (start: String, ends: [String], allowed: Set<Unicode.Scalar>)? {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=,;:"
        switch self {
        case .characters: return nil
        case .kitty: return ("\u{1B}_G", ["\u{1B}\\"], Set(letters.unicodeScalars))
        case .iterm: return ("\u{1B}]1337;File=", ["\u{07}", "\u{1B}\\"], Set(letters.unicodeScalars))
        case .sixels: return ("\u{1B}P", ["\u{1B}\\"], Set((0x20...0x7E).compactMap { Unicode.Scalar($0 as UInt32) } + ["\n"]))
        }
    }
}
