import Kernel

/// The encoding of non-ASCII text in a header: `=?UTF-8?B?…?=` (RFC 2047).
package enum EncodedWord {
    /// The bytes of a word.
    ///
    /// 39 bytes make 64 characters. That fits after `Subject: ` on a line of 76 and stays below the
    /// limit of 75 for a word.
    static let capacity = 39

    /// Returns the encoded words of a text, each at most 75 characters, split only between
    /// characters.
    ///
    /// Mail programs join them without the blanks in between.
    package static func encode(_ text: String) -> [String] {
        pieces(text).map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }
    }

    /// Splits a text into pieces of at most `capacity` bytes.
    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text.flatMap(wordPieces) {
            if piece.utf8.count + character.utf8.count > capacity {
                pieces.append(piece)
                piece = ""
            }
            piece += character
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }

    /// Returns a character, or its scalars if it is too long for one word.
    private static func wordPieces(_ character: Character) -> [String] {
        character.utf8.count <= capacity ? [String(character)] : character.unicodeScalars.map(String.init)
    }
}
