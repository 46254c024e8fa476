import Languages

/// A console that translates all displays, questions and messages for people.
///
/// Output for programs remains unchanged.
struct TranslatedConsole: ConsoleLayer {
    let console: any Console
    let translator: Translator
}

extension Console {
    /// English by default.
    public var translator: Translator { .english }

    /// Whether a user both reads and types at a terminal.
    public var isTerminal: Bool { isInputTerminal && isOutputTerminal }

    /// Returns the same console for a reader of another language, or itself for English.
    public func translated(by translator: Translator) -> any Console {
        translator.isEnglish ? self : TranslatedConsole(console: self, translator: translator)
    }
}
