import Kernel
import Korean

/// A diagnosis of why words do not form a phrase: too many of a kind, a wrong order, or no ending.
struct PhraseDiagnosis {
    let words: [String]

    /// Every word with its role, in the order in which people learn them; some words occur more
    /// than once.
    private static let wordRoles: [(word: String, role: PhraseWord.Role)] = {
        let parts: [(PhraseWord.Role, [String])] =
            [(.leap, PhraseParts.leap.words)] + PhraseParts.sides.map { (.side, $0.words) }
            + PhraseParts.stances.map { (.stance, $0.part.words) } + PhraseParts.tools.map { (.tool, $0.part.words) }
            + PhraseParts.sections.map { (.section, $0.words) } + PhraseParts.arms.map { (.arm, $0.words) }
            + NamedTechnique.all.flatMap { [(.way, $0.manner), (.action, [$0.action])] }
        return parts.flatMap { role, words in words.map { ($0, role) } }
    }()

    /// The possible roles of each word, in any position.
    static let roles = Dictionary(grouping: wordRoles, by: \.word).mapValues { Set($0.map(\.role)) }

    /// The words in that order, without duplicates.
    static let wordsInLearningOrder: [String] = {
        var seenWords: Set<String> = []
        return wordRoles.map(\.word).filter { seenWords.insert($0).inserted }
    }()

    /// The reason in one sentence.
    var sentence: String {
        if let unknown = words.first(where: { Self.roles[$0] == nil }) {
            return "“\(unknown)” is no word of a technique."
        }
        return excess ?? wordsAfterEnd ?? missingEnd ?? wrongOrder ?? incompleteStance ?? incompleteTool
            ?? "These words stand together in no technique."
    }

    /// Returns the words that have this role only.
    private func words(only role: PhraseWord.Role) -> [String] { words.filter { Self.roles[$0] == [role] } }

    /// Returns the words as a list with their meanings.
    private func names(_ words: [String]) -> String { listed(words.map(PhraseLexicon.named)) }

    /// The reason if a role occurs too often, or nil otherwise.
    private var excess: String? {
        let sections = words(only: .section)
        if sections.count > 1 { return "A technique has one section, not \(names(sections))." }
        let actions = words(only: .action)
        if actions.count > 1 { return "A phrase says one thing that is done, not \(names(actions))." }
        if words(only: .arm).count > 1 || words(only: .leap).count > 1 { return "The same is said twice." }
        if words.filter({ $0 == "서기" }).count > 1 { return "One stands in one stance at a time." }
        let sides = words(only: .side)
        if sides.count > 2 || (sides.count > 1 && !words.contains("서기")) {
            return "A technique has one side, not \(names(sides))."
        }
        return nil
    }

    /// The reason if the words end in neither an action nor 서기, or nil otherwise.
    private var missingEnd: String? {
        let isEnd = words.last.map { $0 == "서기" || Self.roles[$0]?.contains(.action) == true } ?? false
        return isEnd ? nil : PhraseDraft.noEnd
    }

    /// The reason if words follow the action, or nil otherwise.
    private var wordsAfterEnd: String? {
        guard let end = words.firstIndex(where: { Self.roles[$0] == [.action] }), end < words.count - 1 else {
            return nil
        }
        return "\(PhraseLexicon.named(words[end])) stands at the end: in Korean what is done comes last."
    }

    /// Finds 서기 without a stance before it, or a stance without 서기.
    private var incompleteStance: String? {
        for (index, word) in words.enumerated() where Self.roles[word]?.contains(.stance) == true {
            let isComplete = PhraseParts.stances.contains { stance in
                let parts = stance.part.words
                return parts.indices.contains {
                    parts[$0] == word && index >= $0 && words[(index - $0)...].starts(with: parts)
                }
            }
            guard !isComplete, Self.roles[word] == [.stance] else { continue }
            let example = PhraseParts.stances.first { $0.part.words.contains(word) }?.part
            return example.map {
                "\(PhraseLexicon.named(word)) stands in a stance alone, such as \($0.words.joined(separator: " ")) (\($0.english))."
            }
        }
        return nil
    }

    /// Finds a word that needs a second word to form a tool.
    private var incompleteTool: String? {
        for (index, word) in words.enumerated() where Self.roles[word] == [.tool] {
            let tools = PhraseParts.tools.map(\.part).filter { $0.words.contains(word) }
            let isComplete = tools.contains { tool in
                tool.words.indices.contains {
                    tool.words[$0] == word && index >= $0 && words[(index - $0)...].starts(with: tool.words)
                }
            }
            guard !isComplete, let tool = tools.first else { continue }
            return
                "\(PhraseLexicon.named(word)) needs another word, as in \(tool.words.joined(separator: " ")) (\(tool.english))."
        }
        return nil
    }

    /// The reason if two words are in the wrong order, or nil otherwise.
    private var wrongOrder: String? {
        for (index, word) in words.enumerated() {
            guard let earliestRole = Self.roles[word]?.min() else { continue }
            for laterWord in words[(index + 1)...] {
                guard let latestRole = Self.roles[laterWord]?.max(), latestRole < earliestRole else { continue }
                return
                    "\(PhraseLexicon.named(laterWord)) stands before \(PhraseLexicon.named(word)): the order is side, stance, tool, section, way, action."
            }
        }
        return nil
    }
}
