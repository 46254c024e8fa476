import Kernel

/// The normal form of text (NFC) and characters that have no place in content.
enum TextForm {
    /// Whether there is nothing in the text but visible ASCII and spaces: then it is composed and without control characters.
    static func isPrintableASCII(_ text: String) -> Bool {
        // All text of all packs passes here at each start.
        let seen = text.utf8.withContiguousStorageIfAvailable { units in
            guard let base = units.baseAddress else { return true }
            let count = units.count
            var place = 0
            while place < count {
                let byte = base[place]
                if byte < 0x20 || byte >= 0x7F { return false }
                place += 1
            }
            return true
        }
        return seen ?? text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Control and format characters, private use, line and paragraph separators: what could disturb a terminal or hide in a word.
    static func hasControls(_ text: String) -> Bool { text.unicodeScalars.contains(where: isControl) }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        if scalar.isHangul { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: return true
        default: return false
        }
    }
}

extension Folding {
    /// Control characters shown as pictures and the length bounded, for quoting what somebody typed inside a sentence.
    package static func shown(_ text: String) -> String {
        let safe = text.unicodeScalars.prefix(120).map { TextForm.isControl($0) ? "␛" : String($0) }.joined()
        return text.unicodeScalars.count > 120 ? safe + "…" : safe
    }
}
