/// Why words that are no phrase are none: too many of a kind, out of order, without an end.
struct PhraseDiagnosis {
    let words: [String]

    /// What a word can say, wherever it stands.
    static let roles: [String: Set<PhraseWord.Role>] = {
        var roles: [String: Set<PhraseWord.Role>] = [:]
        let add = { (role: PhraseWord.Role, words: [String]) in for word in words { roles[word, default: []].insert(role) } }
        add(.leap, PhraseParts.leap.words)
        for part in PhraseParts.sides { add(.side, part.words) }
        for stance in PhraseParts.stances { add(.stance, stance.part.words) }
        for tool in PhraseParts.tools { add(.tool, tool.part.words) }
        for part in PhraseParts.sections { add(.section, part.words) }
        for part in PhraseParts.arms { add(.arm, part.words) }
        for craft in Craft.all {
            add(.way, craft.way)
            add(.action, [craft.action])
        }
        return roles
    }()

    /// In one sentence.
    var sentence: String {
        if let strange = words.first(where: { Self.roles[$0] == nil }) { return "“\(strange)” is no word of a technique." }
        return tooMany ?? afterEnd ?? missingEnd ?? disorder ?? "These words stand together in no technique."
    }

    private func only(_ role: PhraseWord.Role) -> [String] { words.filter { Self.roles[$0] == [role] } }

    private func names(_ words: [String]) -> String { words.map(PhraseLexicon.named).joined(separator: " and ") }

    private var tooMany: String? {
        let sections = only(.section)
        if sections.count > 1 { return "A technique has one section, not \(names(sections))." }
        let actions = only(.action)
        if actions.count > 1 { return "A phrase says one thing that is done, not \(names(actions))." }
        if only(.arm).count > 1 || only(.leap).count > 1 { return "The same is said twice." }
        if words.filter({ $0 == "서기" }).count > 1 { return "One stands in one stance at a time." }
        let sides = only(.side)
        if sides.count > 2 || (sides.count > 1 && !words.contains("서기")) {
            return "A technique has one side, not \(names(sides))."
        }
        return nil
    }

    private var missingEnd: String? {
        let isEnd = words.last.map { $0 == "서기" || Self.roles[$0]?.contains(.action) == true } ?? false
        return isEnd ? nil : PhraseDraft.noEnd
    }

    private var afterEnd: String? {
        guard let end = words.firstIndex(where: { Self.roles[$0] == [.action] }), end < words.count - 1 else { return nil }
        return "\(PhraseLexicon.named(words[end])) stands at the end: in Korean what is done comes last."
    }

    private var disorder: String? {
        for (index, word) in words.enumerated() {
            guard let least = Self.roles[word]?.min() else { continue }
            for later in words[(index + 1)...] {
                guard let most = Self.roles[later]?.max(), most < least else { continue }
                return "\(PhraseLexicon.named(later)) stands before \(PhraseLexicon.named(word)): "
                    + "the order is side, stance, tool, section, way, action."
            }
        }
        return nil
    }
}
