/// The same syllables with other word breaks, because books write 앞차 부시기 and 앞 차 부시기, 걸어 차기 and
/// 걸어차기.
struct PhraseSpacing {
    /// The maximum number of tested divisions, those with the fewest words first.
    private static let maximumDivisions = 64

    private let words: [String]

    init(_ words: [String]) { self.words = words }

    /// Every other division of the syllables into words of techniques.
    var others: [[String]] {
        let syllables = words.flatMap { $0.map(String.init) }
        guard syllables.count <= TechniqueGrammar.maximumWords * 3 else { return [] }
        var divisions: [[[String]]] = [[[]]]
        for end in syllables.indices.map({ $0 + 1 }) {
            var divisionsAtEnd: [[String]] = []
            for start in max(0, end - Self.longestWord)..<end where !divisions[start].isEmpty {
                let word = syllables[start..<end].joined()
                guard PhraseDiagnosis.roles[word] != nil else { continue }
                divisionsAtEnd += divisions[start].map { $0 + [word] }
            }
            divisions.append(Array(divisionsAtEnd.sorted { $0.count < $1.count }.prefix(Self.maximumDivisions)))
        }
        return divisions[syllables.count].filter { $0 != words && $0.count <= TechniqueGrammar.maximumWords }
    }

    /// The number of syllables in the longest word.
    private static let longestWord = PhraseDiagnosis.wordsInLearningOrder.map(\.count).max() ?? 1
}
