import Kernel

/// The belts of one discipline, lowest first.
package struct BeltOrder: Hashable, Sendable {
    package let belts: [Belt]

    package init(_ belts: [Belt]) {
        var byGrade: [Grade: Belt] = [:]
        for belt in belts { byGrade[belt.grade] = belt }
        self.belts = byGrade.values.sorted()
    }

    /// Returns the belt of a grade; nil if the school has none.
    package func belt(of grade: Grade) -> Belt? { belts.first { $0.grade == grade } }

    /// Returns the belt of the next grading; nil at the top.
    package func belt(after grade: Grade) -> Belt? { belts.first { $0.grade > grade } }

    /// Returns the number of belts between two grades in either direction; 1 for neighbors.
    package func steps(from one: Grade, to other: Grade) -> Int {
        belts.count { min(one, other) < $0.grade && $0.grade <= max(one, other) }
    }

    /// Returns the belt for a name that a person typed.
    ///
    /// Examples: `10k`, `10th keup`, `tenth kup`, `1st dan`, `10급`, `white belt`, `white belt,
    /// yellow tip`, `yellow stripe`.
    ///
    /// A color of several belts refers to the lowest of them. A tip or stripe color refers to the
    /// belt that has it on another color.
    ///
    /// - Throws: `unknownBelt` (usage) if no belt matches.
    package func belt(named text: String) throws -> Belt {
        let words = Folding.words(text)
        if let belt = belts.first(where: { Folding.words($0.name) == words }) { return belt }
        if let belt = try belt(numbered: words) { return belt }
        let grade = GradeWords.grade(in: words)
        if let grade, let belt = belt(of: grade) { return belt }
        if grade == nil, let belt = belt(colored: words) { return belt }
        throw Failure(
            .unknownBelt, "“\(Folding.printable(text))” is not a belt of this school.",
            advice: "Use one of \(belts.map(\.id).joined(separator: ", ")).", kind: .usage)
    }

    /// Returns the only belt for a bare number such as `9` or `ninth`; nil for other words.
    private func belt(numbered words: [String]) throws -> Belt? {
        guard words.count == 1, let number = GradeWords.number(words[0]) else { return nil }
        let candidates = belts.filter { $0.grade.number == number }
        guard candidates.count > 1 else { return candidates.first }
        throw Failure(
            .unknownBelt, "“\(Folding.printable(words[0]))” may be \(listed(candidates.map(\.id), .or)).",
            advice: "Write \(candidates[0].id) for \(candidates[0].name).", kind: .usage)
    }

    /// Returns the belt of these colors.
    ///
    /// The word before a tip or stripe is its color: `yellow stripe` is not a yellow belt.
    private func belt(colored words: [String]) -> Belt? {
        let colors = words.filter { !Self.fillers.contains($0) && !Self.tips.contains($0) }
        guard !colors.isEmpty else { return nil }
        guard let tipIndex = words.firstIndex(where: Self.tips.contains) else {
            return belts.first { $0.words == colors }
        }
        let beltsWithTip = belts.filter { $0.colors.count > 1 }
        if let belt = beltsWithTip.first(where: { $0.words == colors }) { return belt }
        let tip = tipIndex > 0 && !Self.fillers.contains(words[tipIndex - 1]) ? words[tipIndex - 1] : nil
        let candidates = beltsWithTip.filter { belt in
            guard let tip else { return colors == [belt.words[0]] }
            return belt.words.last == tip && (colors == [tip] || colors == [tip] + belt.words.dropLast())
        }
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// The words of a belt's name that say nothing about its colors.
    private static let fillers: Set<String> = ["belt", "with", "and", "a", "the", "on"]
    private static let tips: Set<String> = ["tip", "tips", "tag", "tags", "stripe", "stripes", "end", "ends"]
}

extension Belt { fileprivate var words: [String] { Folding.words(colors.joined(separator: " ")) } }

/// A parser of grades in words and digits.
enum GradeWords {
    /// Returns the first grade in words, such as `10k`, `tenth keup` or `1급`.
    static func grade(in words: [String]) -> Grade? {
        for (index, word) in words.enumerated() {
            if let grade = Grade(id: word) ?? gradeWithoutSpace(word) { return grade }
            guard let kind = kinds[word] else { continue }
            let neighbors = [index - 1, index + 1].filter(words.indices.contains).map { words[$0] }
            if let number = neighbors.lazy.compactMap(number).first { return Grade(kind, number) }
        }
        return nil
    }

    /// The kind of grade for each of its names.
    private static let kinds: [String: Grade.Kind] = [
        "keup": .student, "kup": .student, "gup": .student, "geup": .student, "kyu": .student, "k": .student,
        "급": .student, "dan": .degree, "degree": .degree, "d": .degree, "단": .degree,
    ]
    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    private static let cardinals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

    /// Reads a number and its kind without a space, for example `10keup` or `1급`.
    private static func gradeWithoutSpace(_ word: String) -> Grade? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let number = Int(digits) else { return nil }
        var kindWord = word.dropFirst(digits.count)
        for suffix in ["st", "nd", "rd", "th"] where kindWord.hasPrefix(suffix) { kindWord = kindWord.dropFirst(2) }
        return kinds[String(kindWord)].flatMap { Grade($0, number) }
    }

    /// Returns the number of a word such as `9`, `9th`, `ninth` or `nine`.
    static func number(_ word: String) -> Int? {
        if let index = ordinals.firstIndex(of: word) ?? cardinals.firstIndex(of: word) { return index + 1 }
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
        return Int(digits)
    }
}
