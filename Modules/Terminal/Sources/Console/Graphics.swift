extension ConsoleCompanions {
    /// The way a terminal shows pictures: characters, or pixels by one of several protocols.
    public enum Graphics: String, Hashable, Sendable, CaseIterable {
        /// Blocks and other characters, which every terminal can show.
        case characters
        case kitty
        case iterm
        /// Sixels, introduced by DEC's terminals.
        case sixels
    }
}

extension ConsoleCompanions.Graphics {
    /// Returns the protocol that the environment implies, or `characters`.
    static func supported(in environment: [String: String]) -> Self { known(in: environment) ?? .characters }

    /// Returns the protocol that the environment implies, or nil if the terminal must be queried.
    ///
    /// Within tmux and screen, pixels would be lost. A remote terminal may answer too late, and the
    /// answer would then count as typed text. Apple's terminal prints the query.
    static func known(in environment: [String: String]) -> Self? {
        let term = environment["TERM"] ?? ""
        let program = environment["TERM_PROGRAM"] ?? environment["LC_TERMINAL"] ?? ""
        guard environment["TMUX"] == nil, !term.hasPrefix("screen"), !term.hasPrefix("tmux") else { return .characters }
        if term == "xterm-kitty" || term == "xterm-ghostty" || environment["KITTY_WINDOW_ID"] != nil { return .kitty }
        if program == "iTerm.app" || program == "iTerm2" || program == "WezTerm" { return .iterm }
        if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel") { return .sixels }
        let isRemote = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
        let isQueryUnsafe = ["", "dumb", "linux", "emacs"].contains(term) || program == "Apple_Terminal" || isRemote
        return isQueryUnsafe ? .characters : nil
    }

    /// Returns the picture in a program's output, if the output consists only of complete sequences
    /// of this protocol.
    ///
    /// Any other output is rejected, so that it does not reach the terminal. The result is nil for
    /// `characters`.
    func picture(in output: String) -> String? {
        guard let (start, ends, allowed) = grammar else { return nil }
        var rest = output[...]
        var picture = ""
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

    /// The start of a sequence, its possible ends, and the characters allowed between them.
    ///
    /// No allowed character begins or ends a sequence.
    private var grammar: (start: String, ends: [String], allowed: Set<Unicode.Scalar>)? {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=,;:"
        switch self {
        case .characters: return nil
        case .kitty: return ("\u{1B}_G", ["\u{1B}\\"], Set(letters.unicodeScalars))
        case .iterm: return ("\u{1B}]1337;File=", ["\u{07}", "\u{1B}\\"], Set(letters.unicodeScalars))
        case .sixels:
            return ("\u{1B}P", ["\u{1B}\\"], Set((0x20...0x7E).compactMap { Unicode.Scalar($0 as UInt32) } + ["\n"]))
        }
    }
}
