import Kernel

/// An English list, `a, b and c`, split so that another language can join it with the list patterns
/// of Unicode CLDR 46 (listPatterns, standard and or).
struct ListFormat {
    let items: [String]
    /// The conjunction, or `nil` for a list with commas only.
    let word: ListWord?

    /// Parses a list, or returns `nil` for a text with one item.
    init?(_ text: String) {
        let conjunction = ListWord.allCases.compactMap { word in
            text.ranges(of: " \(word.rawValue) ").last { ListFormat.isOutside(text[..<$0.lowerBound]) }.map {
                (word, $0)
            }
        }.max { $0.1.lowerBound < $1.1.lowerBound }
        let commas = text[..<(conjunction?.1.lowerBound ?? text.endIndex)].split(separator: ", ").map(String.init)
        word = conjunction?.0
        items = commas + (conjunction.map { [String(text[$0.1.upperBound...])] } ?? [])
        guard items.count > 1 else { return nil }
    }

    /// Whether the position after a text is outside quotation marks, which enclose the user's own
    /// text.
    private static func isOutside(_ text: Substring) -> Bool { text.count { $0 == "“" } == text.count { $0 == "”" } }

    /// Joins the translated items with the list pattern of a language.
    func formatted(in tag: String, _ translate: (String) -> String) -> String {
        let items = items.map(translate)
        guard let last = items.last else { return "" }
        guard let word else { return items.joined(separator: ", ") }
        return items.dropLast().joined(separator: ", ") + " \(conjunctionWord(word, in: tag, before: last)) " + last
    }

    private func conjunctionWord(_ word: ListWord, in tag: String, before last: String) -> String {
        switch (tag, word) {
        case ("es", .and): ListFormat.soundsLikeI(last) ? "e" : "y"
        case ("es", .or): ListFormat.soundsLikeO(last) ? "u" : "o"
        case ("fr", .and): "et"
        case ("fr", .or): "ou"
        case ("ko", .and): "및"
        case ("ko", .or): "또는"
        default: word.rawValue
        }
    }

    /// Whether a Spanish word begins with the sound of “y”, which changes the conjunction to “e”.
    /// “hielo” begins with another sound.
    private static func soundsLikeI(_ text: String) -> Bool {
        let word = letters(text)
        return word.hasPrefix("i") || word.hasPrefix("í") || word.hasPrefix("hí")
            || (word.hasPrefix("hi") && !["a", "e", "o"].contains(word.dropFirst(2).first))
    }

    /// Whether a word begins with the sound of “o”, including 8 (“ocho”) and 11 (“once”).
    private static func soundsLikeO(_ text: String) -> Bool {
        let word = letters(text)
        let digits = word.prefix { ("0"..."9").contains($0) }
        return ["o", "ó", "ho", "hó"].contains(where: word.hasPrefix) || digits.hasPrefix("8") || digits == "11"
    }

    /// Returns the first letters in lower case, without leading quotation marks.
    private static func letters(_ text: String) -> String {
        String(text.drop { !$0.isLetter && !$0.isNumber }.prefix(12)).lowercased()
    }
}
