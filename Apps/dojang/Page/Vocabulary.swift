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
            isChild: { try study.chosen().isChild },
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
        let inTurn = library.terms.enumerated().sorted { ($0.element.grade, $0.offset) < ($1.element.grade, $1.offset) }
        let terms = inTurn.map(\.element)
        let spoken = terms.flatMap { term in term.morphemes.map { ($0, term.grade) } }.enumerated()
        let met = Meetings(spoken.map { ($0.element.0, (place: $0.offset, grade: $0.element.1)) }) { first, _ in first }
        let phrase: @Sendable (TechniquePhrase) -> VocabularyPhrase = { one in
            VocabularyPhrase(
                one.words.map { VocabularyPiece($0.hangul, $0.romanization, $0.meaning) }, meaning: one.meaning,
                belt: one.words.compactMap { met[$0.hangul]?.grade }.max()?.id ?? "")
        }
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

    /// At which grade words are met first, and in which order.
    private typealias Meetings = [String: (place: Int, grade: Grade)]

    private static func words(
        of grammar: TechniqueGrammar, _ met: Meetings, open: Grade, _ grades: [Grade]
    ) -> [VocabularyWord] {
        let spoken = Dictionary(grouping: grammar.words, by: \.hangul)
        return met.sorted { $0.value.place < $1.value.place }.compactMap { hangul, first in
            guard let said = spoken[hangul] else { return nil }
            let meanings = said.map(\.meaning).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            let place = grades.firstIndex(of: first.grade) ?? grades.count
            return VocabularyWord(
                hangul, said[0].romanization, meanings, category: said[0].role.category,
                difficulty: place < 3 ? "beginner" : place < 7 ? "intermediate" : "advanced", belt: first.grade.id,
                isOpen: first.grade <= open)
        }
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
