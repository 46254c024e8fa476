import Kernel

/// The normal form of text (NFC), and the characters that content may not contain.
enum TextForm {
    /// Returns whether the text has only visible ASCII and spaces, and is therefore composed and
    /// free of control characters.
    static func isPrintableASCII(_ text: String) -> Bool {
        // All text of all packs passes here at each start.
        let isPrintable = text.utf8.withContiguousStorageIfAvailable { units in
            guard let base = units.baseAddress else { return true }
            let count = units.count
            var index = 0
            while index < count {
                let byte = base[index]
                if byte < 0x20 || byte >= 0x7F { return false }
                index += 1
            }
            return true
        }
        return isPrintable ?? text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Returns whether the text has characters that could disturb a terminal or hide in a word.
    static func hasControls(_ text: String) -> Bool { text.unicodeScalars.contains(where: Folding.isControl) }
}
