import Content
import Kernel

/// The learner's reading language if it is not English. Typed answers in this language are as right
/// as English ones.
package struct AnswerLanguage: Hashable, Sendable {
    private let translate: @Sendable (String) -> String?

    /// Creates a language from its translation function, which returns nil if it has no acceptable
    /// translation of an English text.
    package init(_ translate: @escaping @Sendable (String) -> String?) { self.translate = translate }

    package static let english = AnswerLanguage { _ in nil }

    /// Returns the English for a typed text, or nil if it matches none of the texts in this
    /// language. Accents, case and articles are ignored as in English.
    package func english(of typed: String, among texts: [String]) -> String? {
        guard let grade = Grade(id: "10k") else { return nil }
        return texts.first { text in
            guard let words = translate(text), words != text else { return false }
            return ([words] + words.split(separator: ",").map(String.init)).contains { form in
                let term = Term(
                    id: "said", grade: grade, category: Content.Category(rawValue: "theory"),
                    english: AnswerLanguage.withoutArticle(form), hangul: "", romanization: "")
                return AnswerJudge().judge(AnswerLanguage.withoutArticle(typed), against: term, asked: .english).verdict
                    == .right
            }
        }
    }

    /// Returns the text without its leading article.
    private static func withoutArticle(_ text: String) -> String {
        let text = text.trimmed()
        for article in articles where text.lowercased().hasPrefix(article) {
            return String(text.dropFirst(article.count))
        }
        return text
    }

    /// The articles of Spanish and French, each with its blank or apostrophe.
    private static let articles = [
        "el ", "la ", "los ", "las ", "un ", "una ", "le ", "les ", "une ", "des ", "l’", "l'",
    ]

    /// Returns true, because the language does not affect the equality of learners.
    package static func == (left: Self, right: Self) -> Bool { true }

    /// Adds nothing, because the language does not affect the equality of learners.
    package func hash(into hasher: inout Hasher) {}
}
