extension Folding {
    /// Returns user input for quotation in a sentence, with visible control characters and a
    /// limited length.
    package static func printable(_ text: String) -> String {
        let safe = text.unicodeScalars.prefix(120).map { isControl($0) ? "␛" : String($0) }.joined()
        return text.unicodeScalars.count > 120 ? safe + "…" : safe
    }

    /// Returns whether a character could disturb a terminal or hide in a word.
    ///
    /// These are control and format characters, private use, and line and paragraph separators.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        if scalar.isHangul { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: return true
        default: return false
        }
    }
}
