import Kernel

/// Text beyond ASCII in a header: `=?UTF-8?B?…?=` (RFC 2047).
public enum EncodedWord {
    /// With 39 bytes a word has 64 characters: it fits behind `Subject: ` on a line of 76, and stays below the 75 that a word may have.
    static let capacity = 39

    /// The words of a text, each at most 75 characters and none beginning or ending within a character. Readers join them without the
    /// blanks between.
    public static func encode(_ text: String) -> [String] {
        pieces(text).map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }
    }

    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text.flatMap(whole) {
            if piece.utf8.count + character.utf8.count > capacity {
                pieces.append(piece)
                piece = ""
            }
            piece += character
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }

    /// A character, or its scalars when it alone is too long for a word.
    private static func whole(_ character: Character) -> [String] {
        character.utf8.count <= capacity ? [String(character)] : character.unicodeScalars.map(String.init)
    }
}
