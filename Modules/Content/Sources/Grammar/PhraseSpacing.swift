/// The same syllables with other blanks between them: books write 앞차 부시기 and 앞 차 부시기, 걸어 차기 and 걸어차기.
struct PhraseSpacing {
    /// So many ways are looked at, those with the fewest words first.
    private static let most = 64

    private let words: [String]

    init(_ words: [String]) { self.words = words }

    /// Every way to part the syllables into words of techniques, but for the one that was given.
    var others: [[String]] {
        let syllables = words.flatMap { $0.map(String.init) }
        guard syllables.count <= TechniqueGrammar.longest * 3 else { return [] }
        var found: [[[String]]] = [[[]]]
        for end in syllables.indices.map({ $0 + 1 }) {
            var ways: [[String]] = []
            for start in max(0, end - Self.longestWord)..<end where !found[start].isEmpty {
                let word = syllables[start..<end].joined()
                guard PhraseDiagnosis.roles[word] != nil else { continue }
                ways += found[start].map { $0 + [word] }
            }
            found.append(Array(ways.sorted { $0.count < $1.count }.prefix(Self.most)))
        }
        return found[syllables.count].filter { $0 != words && $0.count <= TechniqueGrammar.longest }
    }

    private static let longestWord = PhraseDiagnosis.order.map(\.count).max() ?? 1
}
