/// A part of a phrase: a word, or several that belong together, with their English.
struct PhrasePart: Hashable, Sendable {
    let words: [String]
    let english: String

    init(_ words: String, _ english: String) {
        self.words = words.split(separator: " ").map(String.init)
        self.english = english
    }
}
