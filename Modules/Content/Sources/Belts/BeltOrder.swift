import Kernel

/// The belts of one discipline, lowest first.
public struct BeltOrder: Hashable, Sendable {
    /// Lowest first, one belt a grade.
    public let belts: [Belt]

    /// Orders the belts; of two with one grade the later wins.
    public init(_ belts: [Belt]) {
        var byGrade: [Grade: Belt] = [:]
        for belt in belts { byGrade[belt.grade] = belt }
        self.belts = byGrade.values.sorted()
    }

    /// The belt of a grade, nil when the school has none.
    public func belt(of grade: Grade) -> Belt? { belts.first { $0.grade == grade } }

    /// The next belt to grade for, nil at the top.
    public func belt(after grade: Grade) -> Belt? { belts.first { $0.grade > grade } }

    /// How many belts lie between two grades, up or down: 1 for the next.
    public func steps(from one: Grade, to other: Grade) -> Int {
        belts.count { min(one, other) < $0.grade && $0.grade <= max(one, other) }
    }

    /// Reads a belt as a person names it: `10k`, `10th keup`, `tenth kup`, `1st dan`, `10급`, `white belt`, `white belt, yellow tip`, `yellow stripe`.
    ///
    /// A colour that several belts have means the lowest of them; that of a tip or stripe means the belt that has it on another. Throws `unknownBelt` (usage) when nothing fits.
    public func belt(named text: String) throws -> Belt {
        let words = Folding.words(text)
        if let named = belts.first(where: { Folding.words($0.name) == words }) { return named }
        if let belt = try belt(numbered: words) { return belt }
        let grade = GradeWords.grade(in: words)
        if let grade, let belt = belt(of: grade) { return belt }
        if grade == nil, let belt = belt(coloured: words) { return belt }
        throw Failure(
            .unknownBelt, "“\(Folding.shown(text))” is not a belt of this school.",
            advice: "Use one of \(belts.map(\.id).joined(separator: ", ")).", kind: .usage)
    }

    /// The belt that a number alone can mean: `9`, `ninth`; nil for other words.
    private func belt(numbered words: [String]) throws -> Belt? {
        guard words.count == 1, let number = GradeWords.number(words[0]) else { return nil }
        let fitting = belts.filter { $0.grade.number == number }
        guard fitting.count > 1 else { return fitting.first }
        throw Failure(
            .unknownBelt, "“\(Folding.shown(words[0]))” may be \(listed(fitting.map(\.id), .or)).",
            advice: "Write \(fitting[0].id) for \(fitting[0].name).", kind: .usage)
    }

    /// The belt of these colours. Where a tip is named, its colour is the word before: `yellow stripe` is no yellow belt.
    private func belt(coloured words: [String]) -> Belt? {
        let colours = words.filter { !Self.fillers.contains($0) && !Self.tips.contains($0) }
        guard !colours.isEmpty else { return nil }
        guard let place = words.firstIndex(where: Self.tips.contains) else { return belts.first { $0.words == colours } }
        let tipped = belts.filter { $0.colours.count > 1 }
        if let belt = tipped.first(where: { $0.words == colours }) { return belt }
        let tip = place > 0 && !Self.fillers.contains(words[place - 1]) ? words[place - 1] : nil
        let fitting = tipped.filter { belt in
            guard let tip else { return colours == [belt.words[0]] }
            return belt.words.last == tip && (colours == [tip] || colours == [tip] + belt.words.dropLast())
        }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private static let fillers: Set<String> = ["belt", "with", "and", "a", "the", "on"]
    private static let tips: Set<String> = ["tip", "tips", "tag", "tags", "stripe", "stripes", "end", "ends"]
}

extension Belt {
    /// The colours in words, as people type them.
    fileprivate var words: [String] { Folding.words(colours.joined(separator: " ")) }
}

/// Grades in words and figures.
enum GradeWords {
    static func grade(in words: [String]) -> Grade? {
        for (index, word) in words.enumerated() {
            if let grade = Grade(id: word) ?? attached(word) { return grade }
            guard let kind = kinds[word] else { continue }
            let neighbours = [index - 1, index + 1].filter(words.indices.contains).map { words[$0] }
            if let number = neighbours.lazy.compactMap(number).first { return Grade(kind, number) }
        }
        return nil
    }

    private static let kinds: [String: Grade.Kind] = [
        "keup": .student, "kup": .student, "gup": .student, "geup": .student, "kyu": .student, "k": .student, "급": .student,
        "dan": .degree, "degree": .degree, "d": .degree, "단": .degree,
    ]
    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    private static let cardinals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

    /// Figures and the kind without a space: `10keup`, `1급`.
    private static func attached(_ word: String) -> Grade? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let number = Int(digits) else { return nil }
        var rest = word.dropFirst(digits.count)
        for suffix in ["st", "nd", "rd", "th"] where rest.hasPrefix(suffix) { rest = rest.dropFirst(2) }
        return kinds[String(rest)].flatMap { Grade($0, number) }
    }

    static func number(_ word: String) -> Int? {
        if let index = ordinals.firstIndex(of: word) ?? cardinals.firstIndex(of: word) { return index + 1 }
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
        return Int(digits)
    }
}
