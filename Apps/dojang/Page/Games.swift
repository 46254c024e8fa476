import Composition
import Content
import Games
import GamesCommands
import Kernel
import Terminal

extension GamesPlugin {
    /// Games with the words of whoever is at the terminal, their own among them; their results lie beside everything else that is theirs.
    static func dojang(_ environment: Environment, store: any Store, _ study: StudyRoom) -> some Plugin {
        GamesPlugin(
            words: { try Phrasebook(of: study.words().library(), belt: study.chosen().belt) },
            book: { try GameBook(store.scoped(to: study.chosen().partition), ids: environment.ids, time: environment.time) },
            isChild: { try study.chosen().isChild }, random: environment.random)
    }
}

extension Phrasebook {
    /// The terms and the phrases of a belt and those below it.
    package init(of library: Library, belt: String) throws {
        let belts = library.belts()
        let grade = try Grade(id: belt) ?? belts.belt(named: belt).grade
        let terms = library.terms.filter { $0.grade <= grade }
        let grammar = TechniqueGrammar(library.packs.flatMap(\.morphemes))
        let own = grammar.speaking(Set(terms.flatMap(\.morphemes)))
        self.init(
            pairs: { terms.filter { $0.hasKorean && !$0.hangul.isEmpty && !$0.isSaidAlike }.map(GamePair.init) },
            tiles: { own.words.map(GameTile.init) },
            phrase: { count, random in own.phrase(of: count, using: &random).map(GamePhrase.init) },
            read: { PhraseVerdict(grammar.read($0)) }, typed: { PhraseVerdict(grammar.read($0)) },
            colours: { belts.belt(of: grade)?.fills ?? [] })
    }
}

extension Term {
    /// Whether its English is its romanisation, as that of a pattern is.
    fileprivate var isSaidAlike: Bool { TermSides(self, asked: .english).isName }
}

extension GamePair {
    fileprivate init(_ term: Term) {
        self.init(term.hangul, term.romanization, english: term.english, also: Set(term.aliases))
    }
}

extension GameTile {
    fileprivate init(_ word: PhraseWord) {
        self.init(word.hangul, word.romanization, word.meaning, role: word.role.rawValue)
    }
}

extension GamePhrase {
    fileprivate init(_ phrase: TechniquePhrase) {
        self.init(phrase.words.map(GameTile.init), meaning: phrase.meaning, spoken: phrase.pronunciation()?.ipa ?? "")
    }
}

extension PhraseVerdict {
    fileprivate init(_ reading: PhraseReading) {
        switch reading {
        case .allowed(let phrase): self = .allowed(GamePhrase(phrase))
        case .refused(let why): self = .refused(why)
        }
    }
}
