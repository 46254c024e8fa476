/// A normal form for English names of equal meaning: numerals, little words, plurals, and pairs of
/// words for one.
enum EnglishForm {
    /// Returns the form of folded words: `outside forearm` is `outerforearm`, `Eight` is `8`.
    static func normalized(_ words: [String]) -> String {
        let last = words.indices.last
        let significant = words.enumerated().filter { place, word in
            !little.contains(word) || (word == "a" && place == last)
        }
        let bare = significant.map(\.element).filter { $0 != "section" }
        return (bare.isEmpty ? significant.isEmpty ? words : significant.map(\.element) : bare).map(word).joined()
    }

    private static func word(_ word: String) -> String {
        if let figure = figures[word] { return figure }
        let singular = word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
        return synonyms[singular] ?? singular
    }

    /// Words without meaning in a name; `from` and `with` stay because they matter in a sentence.
    private static let little: Set<String> = ["a", "an", "the", "of", "to", "and"]

    private static let synonyms = [
        "outside": "outer", "inside": "inner", "teacher": "instructor", "pupil": "student", "defense": "defence",
    ]

    private static let figures: [String: String] = {
        let numbers = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
        ]
        let places = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        let endings = ["st", "nd", "rd"]
        let pairs =
            numbers.enumerated().map { ($1, "\($0)") }
            + places.enumerated().map { ($1, "\($0 + 1)\($0 < endings.count ? endings[$0] : "th")") }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
