import Kernel

/// A list in English, `a, b and c`, taken apart so that another language can join it: the list patterns of Unicode CLDR 46 (listPatterns, standard and or).
struct SaidList {
    let items: [String]
    /// nil for a list of commas alone.
    let word: ListWord?

    /// The list that a text is; nil for a text of one.
    init?(_ text: String) {
        let found = ListWord.allCases.compactMap { word in
            text.ranges(of: " \(word.rawValue) ").last { SaidList.isOutside(text[..<$0.lowerBound]) }.map { (word, $0) }
        }.max { $0.1.lowerBound < $1.1.lowerBound }
        let commas = text[..<(found?.1.lowerBound ?? text.endIndex)].split(separator: ", ").map(String.init)
        word = found?.0
        items = commas + (found.map { [String(text[$0.1.upperBound...])] } ?? [])
        guard items.count > 1 else { return nil }
    }

    /// Whether what follows a text stands outside quotation marks: within them is what people wrote.
    private static func isOutside(_ text: Substring) -> Bool {
        text.count { $0 == "“" } == text.count { $0 == "”" }
    }

    /// The items joined as a language joins them, each as it says them.
    func said(in tag: String, _ say: (String) -> String) -> String {
        let items = items.map(say)
        guard let last = items.last else { return "" }
        guard let word else { return items.joined(separator: ", ") }
        return items.dropLast().joined(separator: ", ") + " \(joint(word, in: tag, before: last)) " + last
    }

    private func joint(_ word: ListWord, in tag: String, before last: String) -> String {
        switch (tag, word) {
        case ("es", .and): SaidList.soundsLikeI(last) ? "e" : "y"
        case ("es", .or): SaidList.soundsLikeO(last) ? "u" : "o"
        case ("fr", .and): "et"
        case ("fr", .or): "ou"
        case ("ko", .and): "및"
        case ("ko", .or): "또는"
        default: word.rawValue
        }
    }

    /// Whether a Spanish word begins with the sound of “y”, which gives way to “e” then; not in “hielo”, which begins with another sound.
    private static func soundsLikeI(_ text: String) -> Bool {
        let word = letters(text)
        return word.hasPrefix("i") || word.hasPrefix("í") || word.hasPrefix("hí")
            || (word.hasPrefix("hi") && !["a", "e", "o"].contains(word.dropFirst(2).first))
    }

    /// Whether it begins with the sound of “o”; 8 and 11 are “ocho” and “once”.
    private static func soundsLikeO(_ text: String) -> Bool {
        let word = letters(text)
        let figures = word.prefix { ("0"..."9").contains($0) }
        return ["o", "ó", "ho", "hó"].contains(where: word.hasPrefix) || figures.hasPrefix("8") || figures == "11"
    }

    /// What is read first: without quotation marks before it, in small letters.
    private static func letters(_ text: String) -> String {
        String(text.drop { !$0.isLetter && !$0.isNumber }.prefix(12)).lowercased()
    }
}
