import Kernel
import Korean

extension Library {
    /// Returns the words and phrases of a grade and the grades below, by the grammar of techniques.
    package func phrasebook(upTo grade: Grade) -> Phrasebook {
        let grammar = TechniqueGrammar(packs.flatMap(\.morphemes))
        let belts = belts()
        let terms = terms.filter { $0.grade <= grade }
        let vocabulary = vocabulary(of: grammar, open: grade, belts.belts.map(\.grade))
        return Phrasebook(
            terms: {
                terms.filter { $0.hasKorean && !$0.hangul.isEmpty && !$0.isName }.map {
                    PhrasebookTerm($0.hangul, $0.romanization, english: $0.english, also: Set($0.aliases))
                }
            },
            words: { grammar.restricted(Set(terms.flatMap(\.morphemes))).words },
            vocabulary: { vocabulary },
            phrases: {
                var seenPhrases: Set<Phrase> = []
                let phrases = terms.filter { $0.morphemes.count > 1 }.compactMap { grammar.read($0.hangul).phrase }
                return phrases.filter { seenPhrases.insert($0).inserted }
            },
            maker: { words in
                let restrictedGrammar = grammar.restricted(words)
                return { count, random in restrictedGrammar.phrase(of: count, using: &random) }
            },
            read: { grammar.read($0) }, named: { name in term(named: name).flatMap { grammar.read($0.hangul).phrase } },
            colors: { belts.belt(of: grade)?.fills ?? [] })
    }

    /// Returns the term with an identifier or English name, even with other spaces or capitals.
    private func term(named name: String) -> Term? {
        let foldedName = Folding.compact(name)
        return term(name) ?? terms.first { [$0.english, $0.id].map(Folding.compact).contains(foldedName) }
    }

    /// Returns the words of the grammar that terms contain, in the order of their first occurrence.
    private func vocabulary(of grammar: TechniqueGrammar, open currentGrade: Grade, _ grades: [Grade])
        -> [PhrasebookWord]
    {
        let uses = Dictionary(grouping: grammar.words, by: \.hangul)
        var seenWords: Set<String> = []
        return terms.flatMap { term in term.morphemes.map { ($0, term.grade) } }.compactMap { hangul, grade in
            guard seenWords.insert(hangul).inserted, let uses = uses[hangul] else { return nil }
            let meanings = uses.map(\.meaning).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            let gradeIndex = grades.firstIndex(of: grade) ?? grades.count
            return PhrasebookWord(
                hangul, uses[0].romanization, meanings, role: uses[0].role,
                difficulty: gradeIndex < 3 ? "beginner" : gradeIndex < 7 ? "intermediate" : "advanced", belt: grade.id,
                isUnlocked: grade <= currentGrade)
        }
    }
}
