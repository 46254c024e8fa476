import Content
import Terminal

extension Term {
    /// What is shown of a term, and its keys in `--json`.
    static let fields: [Field<Term>] = [
        Field("id", "the term's identifier") { .text($0.id) },
        Field("english", title: "English", "the English") { .text($0.english) },
        Field("hangul", title: "Hangul", "the Korean, in hangul") { .text($0.hangul) },
        Field("romanization", title: "ITF", "the spelling of the ITF's books") { .text($0.romanization) },
        Field("pronunciation", title: "Said", "how it is said, in Revised Romanization of the sounds") {
            .text($0.pronunciation()?.romanized)
        },
        Field("ipa", "how it is said, in the international phonetic alphabet") { .text($0.pronunciation()?.ipa) },
        Field("belt", title: "Belt", "the grade at which it is learned") { .text($0.grade.id) },
        Field("category", title: "Category", "what it is about") { .text($0.category.rawValue) },
        Field("difficulty", "1 (easy) … 5", alignsRight: true) { .integer($0.difficulty) },
        Field("morphemes", "its parts, in order") { .texts($0.morphemes) },
    ]
}

extension Belt {
    /// What is shown of a belt, and its keys in `--json`.
    static let fields: [Field<Belt>] = [
        Field("id", title: "Grade", "the short form: 10k … 1k, 1d …") { .text($0.grade.id) },
        Field("name", title: "Name", "the grade in words") { .text($0.name) },
        Field("belt", title: "Belt", "what it looks like") { .text($0.belt) },
        Field("colours", "belt colour first, then the tip") { .texts($0.colours) },
        Field("meaning", title: "Meaning", "what the colour stands for") { .text($0.meaning) },
    ]
}
