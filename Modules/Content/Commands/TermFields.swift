import Content
import Interface
import Kernel
import Search

extension Term {
    /// The visible fields of a term and its keys in `--json`.
    static let fields: [Field<Term>] = [
        Field("id", "the term's identifier") { .text($0.id) },
        Field("english", title: "English", "the English", cell: { StyledText(content: $0.english) }) {
            .text($0.english)
        },
        Field("meaning", "what a name stands for, where the English is a name too") {
            .text($0.meaning.isEmpty ? nil : $0.meaning)
        },
        Field("hangul", title: "Hangul", "the Korean, in hangul") { .text($0.hangul) },
        Field("romanization", title: "ITF", "the spelling of the ITF's books") { .text($0.romanization) },
        Field("pronunciation", title: "Said", "how it is said, in Revised Romanization of the sounds") {
            .text($0.pronunciation()?.romanized)
        },
        Field("ipa", "how it is said, in the international phonetic alphabet") { .text($0.pronunciation()?.ipa) },
        Field("oneBreath", "the same without a pause, in hangul: sounds change across the spaces") {
            .text($0.pronunciation(.oneBreath)?.spoken)
        },
        Field("belt", title: "Belt", "the grade at which it is learned") { .text($0.grade.id) },
        Field("category", title: "Category", "what it is about", cell: { StyledText(declared: $0.category.rawValue) }) {
            .text($0.category.rawValue)
        },
        Field("difficulty", "1 (easy) … 5") { .integer($0.difficulty) },
        Field("morphemes", "its parts, in order") { .texts($0.morphemes) },
        Field("wording", "your own wording of what it means, or null") { .text($0.wording.isEmpty ? nil : $0.wording) },
    ]
}

extension Belt {
    /// The visible fields of a belt and its keys in `--json`.
    static let fields: [Field<Belt>] = [
        Field("id", title: "Grade", "the short form: 10k … 1k, 1d …") { .text($0.grade.id) },
        Field("name", title: "Name", "the grade in words", cell: { StyledText(declared: $0.name) }) { .text($0.name) },
        Field("belt", title: "Belt", "what it looks like", cell: { StyledText(declared: $0.belt) }) { .text($0.belt) },
        Field("colours", "belt colour first, then the tip") { .texts($0.colors) },
        Field("meaning", title: "Meaning", "what the colour stands for") { .text($0.meaning) },
    ]

    /// A meaning is a sentence, so it gets the full width and is never truncated.
    var blocks: [Block] {
        [.paragraph(StyledText(id, .accent) + StyledText("  \(declared: name), \(declared: belt)"))]
            + (meaning.isEmpty ? [] : [.paragraph(StyledText(declared: meaning))])
    }
}

/// A search result.
struct FoundEntry: Sendable {
    let hit: SearchIndex.Hit
    let english: String
    let hangul: String
    let romanization: String
    let grade: Grade
    let next: String

    static let fields: [Field<FoundEntry>] = [
        Field("id", title: "Id", "the identifier") { .text($0.hit.id) },
        Field(
            "kind", title: "Kind", "what it is: term, pattern, technique or theory",
            cell: { StyledText(declared: $0.hit.kind) }
        ) { .text($0.hit.kind) },
        Field("english", title: "English", "the English", cell: { StyledText(content: $0.english) }) {
            .text($0.english)
        },
        Field("hangul", title: "Hangul", "the Korean, in hangul") { .text($0.hangul) },
        Field("romanization", title: "ITF", "the spelling of the ITF's books") { .text($0.romanization) },
        Field("belt", title: "Belt", "the grade at which it is learned") { .text($0.grade.id) },
        Field(
            "match", title: "Match", "how it matches: exact, prefix, word, initials, variant, within, fuzzy or text",
            cell: { StyledText(declared: "\($0.hit.rank)") }
        ) { .text("\($0.hit.rank)") },
    ]
}

/// The searchable content of a library, read once.
///
/// An entry that is both a term and a pattern or technique is found as each of them.
struct SearchCorpus {
    private let library: Library
    private let patterns: [PatternHeading]
    private let techniques: [Technique]
    private let topics: [TheoryTopic]
    private let mistakes: [String: [String]]

    init(_ library: Library, _ lessons: Curriculum) {
        self.library = library
        patterns = lessons.patterns().value
        techniques = lessons.techniques().value
        topics = lessons.theory().value
        mistakes = lessons.mistakes()
    }

    var documents: [Searchable] {
        library.searchables + patterns.map(\.searchable) + techniques.map(\.searchable) + topics.map(\.searchable)
    }

    /// Returns matches in descriptive text, best first, in addition to the matches by name.
    func textMatches(_ query: SearchQuery, excluding nameMatches: [SearchIndex.Hit]) -> [SearchIndex.Hit] {
        let matchedNames = Set(nameMatches.map { [$0.kind, $0.id] })
        let texts = texts.filter { !matchedNames.contains([$0.hit.kind, $0.hit.id]) }
        return ScanSearch().best(query, of: texts.map(\.passages), limit: texts.count).map { texts[$0].hit }
    }

    /// The descriptive texts of techniques, patterns and theory pages.
    private var texts: [(hit: SearchIndex.Hit, passages: [String])] {
        func hit(_ id: String, _ kind: String, _ name: String) -> SearchIndex.Hit {
            .init(id: id, kind: kind, rank: .text, matchedName: name)
        }
        return techniques.map { item in
            (
                hit(item.id, Technique.searchKind, item.english),
                [item.english, item.description, item.purpose] + item.mistakes
            )
        }
            + patterns.map { item in
                (
                    hit(item.id, PatternHeading.searchKind, item.name),
                    [item.name, item.meaning, item.why, item.teaching] + (mistakes[item.id] ?? [])
                )
            }
            + topics.map { (hit($0.id, TheoryTopic.searchKind, $0.title), [$0.title] + $0.text) }
    }

    /// Returns the result of a match, or nil if the content no longer has it.
    func entry(_ hit: SearchIndex.Hit) -> FoundEntry? {
        switch hit.kind {
        case Term.searchKind:
            library.term(hit.id).map { entry(hit, $0.english, $0.hangul, $0.romanization, $0.grade, "term \(hit.id)") }
        case PatternHeading.searchKind:
            patterns.first { $0.id == hit.id }.map {
                // A match in the text of a pattern may come from its common mistakes.
                let isMistake = hit.rank == .text && mistakes[hit.id]?.isEmpty == false
                return entry(
                    hit, $0.name, $0.hangul, $0.romanization, $0.grade,
                    isMistake ? "pattern show \(hit.id) --mistakes" : "pattern show \(hit.id)")
            }
        case Technique.searchKind:
            techniques.first { $0.id == hit.id }.map {
                entry(hit, $0.english, $0.hangul, $0.romanization, $0.grade, "technique show \(hit.id)")
            }
        default:
            topics.first { $0.id == hit.id }.map { entry(hit, $0.title, "", "", $0.grade, "theory show \(hit.id)") }
        }
    }

    private func entry(
        _ hit: SearchIndex.Hit, _ english: String, _ hangul: String, _ romanization: String, _ grade: Grade,
        _ next: String
    ) -> FoundEntry {
        FoundEntry(hit: hit, english: english, hangul: hangul, romanization: romanization, grade: grade, next: next)
    }
}
