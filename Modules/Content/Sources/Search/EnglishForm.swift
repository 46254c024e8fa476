/// What two people mean alike in English, made equal: figures and the words for them, little words, one and several, and two words for one.
enum EnglishForm {
    /// The form of folded words: `outside forearm` is `outerforearm`, `Eight` is `8`.
    static func of(_ words: [String]) -> String {
        let last = words.indices.last
        let kept = words.enumerated().filter { place, word in !little.contains(word) || (word == "a" && place == last) }
        let bare = kept.map(\.element).filter { $0 != "section" }
        return (bare.isEmpty ? kept.isEmpty ? words : kept.map(\.element) : bare).map(word).joined()
    }

    private static func word(_ word: String) -> String {
        if let figure = figures[word] { return figure }
        let one = word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
        return same[one] ?? one
    }

    /// Nothing hangs on them in a name. Words such as `from` and `with` stay: in a sentence much hangs on those.
    private static let little: Set<String> = ["a", "an", "the", "of", "to", "and"]

    /// Two words for one thing, wherever they stand.
    private static let same = [
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
