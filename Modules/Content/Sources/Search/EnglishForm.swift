/// A normal form for English names of equal meaning: numerals, little words, plurals, and pairs of
/// words for one.
enum EnglishForm {
    /// Returns the form of folded words: `outside forearm` is `outerforearm`, `Eight` is `8`.
    static func normalized(_ words: [String]) -> String {
        let last = words.indices.last
        let significantWords = words.enumerated().filter { place, word in
            !functionWords.contains(word) || (word == "a" && place == last)
        }
        let elements = significantWords.map(\.element)
        let withoutSection = elements.filter { $0 != "section" }
        let shortest = withoutSection.isEmpty ? (elements.isEmpty ? words : elements) : withoutSection
        return shortest.map(word).joined()
    }

    /// Returns the normal form of a word: digits, singular, or a synonym.
    private static func word(_ word: String) -> String {
        if let digits = digitsByWord[word] { return digits }
        let singular = word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
        return synonyms[singular] ?? singular
    }

    /// Words without meaning in a name; `from` and `with` stay because they matter in a sentence.
    private static let functionWords: Set<String> = ["a", "an", "the", "of", "to", "and"]

    /// The preferred word for each variant.
    private static let synonyms = [
        "outside": "outer", "inside": "inner", "teacher": "instructor", "pupil": "student", "defense": "defence",
    ]

    /// The digits for each number word up to twenty and each ordinal up to tenth.
    private static let digitsByWord: [String: String] = {
        let numbers = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
        ]
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        let suffixes = ["st", "nd", "rd"]
        let pairs =
            numbers.enumerated().map { ($1, "\($0)") }
            + ordinals.enumerated().map { ($1, "\($0 + 1)\($0 < suffixes.count ? suffixes[$0] : "th")") }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
