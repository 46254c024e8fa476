import Languages

/// A console whose reader speaks another language: all that is drawn on it, asked and told is said in that. What programs read is not.
struct TranslatedConsole: ConsoleLayer {
    let console: any Console
    let tongue: Tongue
}

extension Console {
    /// English, unless somebody says otherwise.
    public var tongue: Tongue { .english }

    /// Whether somebody sits there who reads and types.
    public var isTerminal: Bool { isInputTerminal && isOutputTerminal }

    /// The same console for a reader of another language; itself where that is English.
    public func translated(by tongue: Tongue) -> any Console {
        tongue.isEnglish ? self : TranslatedConsole(console: self, tongue: tongue)
    }
}
