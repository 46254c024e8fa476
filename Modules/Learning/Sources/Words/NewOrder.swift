import Content

/// The order in which words are introduced: by grade and then by category.
///
/// Numbers are in counting order. Simple words come before their compounds, and Sino-Korean numbers
/// after the Korean ones. The order is deterministic.
package struct NewOrder {
    /// The position of each term by identifier.
    private let ranks: [String: Int]
    /// The terms in order by their sorted word parts.
    private let termsByParts: [[String]: [Term]]
    /// The term of each number.
    private let termsByNumeral: [Numeral: Term]

    /// Creates an order.
    ///
    /// - Parameter terms: all possible terms in library order.
    init(_ terms: [Term]) {
        let ranked = terms.enumerated().map { (rank: Rank($0.element, $0.offset), term: $0.element) }.sorted {
            $0.rank < $1.rank
        }
        ranks = Dictionary(uniqueKeysWithValues: ranked.enumerated().map { ($0.element.term.id, $0.offset) })
        termsByParts = Dictionary(grouping: ranked.map(\.term)) { $0.morphemes.sorted() }
        let numbers = ranked.compactMap { ranked in Numeral(ranked.term).map { ($0, ranked.term) } }
        termsByNumeral = Dictionary(numbers, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the first words of two alternating ordered lists, each compound preceded by its
    /// unmet simpler words.
    ///
    /// - Parameters:
    ///   - limit: the number of words to return.
    ///   - unmet: the terms never met, the only ones that are placed before a compound.
    func interleaved(_ ownWords: [Term], _ earlierWords: [Term], unmet: Set<String>, limit: Int) -> [Term] {
        var queues = [ownWords, earlierWords].map { $0.sorted { rank($0) < rank($1) }[...] }
        var takenTerms = Set<String>()
        var words = [Term]()
        while words.count < limit, queues.contains(where: { !$0.isEmpty }) {
            for turn in queues.indices {
                while let next = queues[turn].popFirst() {
                    guard !takenTerms.contains(next.id) else { continue }
                    insert(next, unmet, &takenTerms, &words)
                    break
                }
            }
        }
        return words
    }

    /// Returns the terms in order, without inserting simpler words.
    func sorted(_ terms: [Term]) -> [Term] { terms.sorted { rank($0) < rank($1) } }

    /// Returns the position of a term. An unknown term is last.
    private func rank(_ term: Term) -> Int { ranks[term.id] ?? ranks.count }

    /// Appends a term after its unmet simpler words.
    private func insert(_ term: Term, _ unmet: Set<String>, _ takenTerms: inout Set<String>, _ words: inout [Term]) {
        guard takenTerms.insert(term.id).inserted else { return }
        for simplerTerm in simplerTerms(than: term) where unmet.contains(simplerTerm.id) {
            insert(simplerTerm, unmet, &takenTerms, &words)
        }
        words.append(term)
    }

    /// Returns the terms made of some of its parts, and the Korean number for a Sino-Korean one, in
    /// order.
    private func simplerTerms(than term: Term) -> [Term] {
        let parts = term.morphemes.sorted()
        let choices = parts.count > 1 && parts.count <= NewOrder.maximumParts ? (1..<(1 << parts.count) - 1) : 0..<0
        let simplerTerms = choices.flatMap { choice in
            termsByParts[parts.indices.filter { choice >> $0 & 1 == 1 }.map { parts[$0] }] ?? []
        }
        let koreanNumber = Numeral(term).flatMap {
            $0.isSino ? termsByNumeral[Numeral(isSino: false, value: $0.value)] : nil
        }
        return sorted(simplerTerms + (koreanNumber.map { [$0] } ?? []))
    }

    /// The maximum number of parts for which the combinations are searched, because their number
    /// grows too fast.
    private static let maximumParts = 8

    /// The sort key of a term: grade, category, number, difficulty, parts and library position.
    private struct Rank: Comparable {
        let grade: Grade
        let category: Content.Category
        let number, difficulty, parts, place: Int

        init(_ term: Term, _ place: Int) {
            grade = term.grade
            category = term.category
            self.place = place
            number = Numeral(term)?.rank ?? 0
            parts = term.morphemes.count
            difficulty = term.difficulty
        }

        static func < (left: Rank, right: Rank) -> Bool {
            (left.grade, left.category, left.number, left.difficulty, left.parts, left.place)
                < (right.grade, right.category, right.number, right.difficulty, right.parts, right.place)
        }
    }
}

/// A number from one to ten, in Korean or Sino-Korean.
private struct Numeral: Hashable {
    let isSino: Bool
    let value: Int

    init(isSino: Bool, value: Int) {
        self.isSino = isSino
        self.value = value
    }

    init?(_ term: Term) {
        guard term.category == Numeral.category else { return nil }
        if let index = Numeral.native.firstIndex(of: term.hangul) {
            self.init(isSino: false, value: index + 1)
        } else if let index = Numeral.sino.firstIndex(of: term.hangul) {
            self.init(isSino: true, value: index + 1)
        } else {
            return nil
        }
    }

    /// The position in counting order, with Sino-Korean numbers after the Korean ones.
    var rank: Int { value + (isSino ? Numeral.native.count : 0) }

    private static let category = Content.Category(rawValue: "numbers")
    /// The Korean numbers from one to ten.
    private static let native = ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉", "열"]
    /// The Sino-Korean numbers from one to ten.
    private static let sino = ["일", "이", "삼", "사", "오", "육", "칠", "팔", "구", "십"]
}

extension NewOrder {
    /// Returns the simplest word of the latest grade among open words, as an example for a tour.
    package static func simplest(of open: [Term]) -> Term? {
        let suitableTerms = open.filter {
            !$0.hangul.isEmpty && !$0.romanization.isEmpty && !TermSides($0, asked: .english).isName
        }
        let latestGrade = suitableTerms.map(\.grade).max()
        return NewOrder(suitableTerms).sorted(suitableTerms.filter { $0.grade == latestGrade }).first
    }
}
