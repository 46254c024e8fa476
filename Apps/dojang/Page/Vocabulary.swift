import Composition
import Content
import Kernel
import Learning
import Terminal
import Vocabulary
import VocabularyCommands

extension VocabularyPlugin {
    /// The builder with the words of whoever is at the terminal; what they know comes back by the scheduler that they follow.
    static func dojang(_ study: StudyRoom) -> some Plugin {
        VocabularyPlugin(
            builder: {
                let cards = try study.flashcards()
                return VocabularyBuilder(
                    Wordbook(of: cards.library, grade: cards.learner.grade), log: cards.log, scheduler: try cards.scheduler())
            },
            isPhrase: { korean in
                guard let packs = try? study.packs(nil).packs else { return false }
                let phrase = TechniqueGrammar(packs.flatMap(\.morphemes)).read(korean).phrase
                return phrase.map { VocabularyPhrase.lengths.contains($0.words.count) } ?? false
            })
    }
}

extension Wordbook {
    /// The words and phrases of a grade and those below it, by the grammar of techniques.
    package init(of library: Library, grade: Grade) {
        let grammar = TechniqueGrammar(library.packs.flatMap(\.morphemes))
        let belts = library.belts()
        let terms = library.terms.enumerated().sorted { ($0.element.grade, $0.offset) < ($1.element.grade, $1.offset) }.map(
            \.element)
        let met = FirstMeeting(terms)
        let phrase: @Sendable (TechniquePhrase) -> VocabularyPhrase = { VocabularyPhrase($0, met) }
        let words = Self.words(of: grammar, met, open: grade, belts.belts.map(\.grade))
        let read: @Sendable (String) -> VocabularyReading = { line in
            switch grammar.read(line) {
            case .allowed(let allowed): .phrase(phrase(allowed))
            case .refused(let why): .refused(why)
            }
        }
        self.init(
            words: { words },
            phrases: {
                let open = terms.filter { $0.grade <= grade && $0.morphemes.count > 1 }.compactMap { read($0.hangul).phrase }
                return open.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            },
            maker: { speaking in
                let own = grammar.speaking(speaking)
                return { count, random in own.phrase(of: count, using: &random).map(phrase) }
            }, read: read,
            named: { name in
                let wanted = Folding.compact(name)
                let term = library.term(name) ?? terms.first { [$0.english, $0.id].map(Folding.compact).contains(wanted) }
                return term.flatMap { read($0.hangul).phrase }
            }, colours: { belts.belt(of: grade)?.fills ?? [] })
    }

    private static func words(
        of grammar: TechniqueGrammar, _ met: FirstMeeting, open: Grade, _ grades: [Grade]
    ) -> [VocabularyWord] {
        let spoken = Dictionary(grouping: grammar.words, by: \.hangul)
        return met.order.compactMap { hangul in
            guard let said = spoken[hangul], let grade = met.grade[hangul] else { return nil }
            let meanings = said.map(\.meaning).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            let place = grades.firstIndex(of: grade) ?? grades.count
            return VocabularyWord(
                hangul, said[0].romanization, meanings, category: said[0].role.category,
                difficulty: place < 3 ? "beginner" : place < 7 ? "intermediate" : "advanced", belt: grade.id,
                isOpen: grade <= open)
        }
    }
}

/// At which grade a word is met first, and in which order.
private struct FirstMeeting: Sendable {
    private(set) var order: [String] = []
    private(set) var grade: [String: Grade] = [:]

    init(_ terms: [Term]) {
        for term in terms {
            for word in term.morphemes where grade[word] == nil {
                grade[word] = term.grade
                order.append(word)
            }
        }
    }
}

extension VocabularyPhrase {
    fileprivate init(_ phrase: TechniquePhrase, _ met: FirstMeeting) {
        let latest = phrase.words.compactMap { met.grade[$0.hangul] }.max()
        self.init(
            phrase.words.map { VocabularyPiece($0.hangul, $0.romanization, $0.meaning) }, meaning: phrase.meaning,
            belt: latest?.id ?? "")
    }
}

extension PhraseWord.Role {
    /// What kind of word that is, as the builder names it.
    fileprivate var category: String {
        switch self {
        case .side, .arm: "direction"
        case .leap, .stance: "movement"
        case .tool: "tool"
        case .section: "height"
        case .way: "manner"
        case .action: "technique"
        }
    }
}
