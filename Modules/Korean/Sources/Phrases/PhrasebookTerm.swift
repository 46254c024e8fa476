import Kernel

/// A term in both languages.
package struct PhrasebookTerm: Hashable, Sendable {
    package let hangul: String
    package let romanization: String
    package let english: String
    /// All English for the term, folded; unambiguous terms share none.
    package let acceptedEnglish: Set<String>

    package init(_ hangul: String, _ romanization: String, english: String, also: Set<String> = []) {
        self.hangul = hangul
        self.romanization = romanization
        self.english = english
        self.acceptedEnglish = Set(also.union([english]).map(Folding.compact))
    }
}
