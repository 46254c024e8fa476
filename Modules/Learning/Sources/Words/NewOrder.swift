import Content

/// In which order words are met: by grade, then category by category, numbers as one counts, simple words before those that are made of them, and
/// Sino-Korean numbers after the Korean ones. No chance is in it.
struct NewOrder {
    private let places: [String: Int]
    private let made: [[String]: [Term]]
    private let counting: [Numeral: Term]

    /// - Parameter terms: all that may be met, in the order of their library.
    init(_ terms: [Term]) {
        let ranked = terms.enumerated().map { (rank: Rank($0.element, $0.offset), term: $0.element) }.sorted { $0.rank < $1.rank }
        places = Dictionary(uniqueKeysWithValues: ranked.enumerated().map { ($0.element.term.id, $0.offset) })
        made = Dictionary(grouping: ranked.map(\.term)) { $0.morphemes.sorted() }
        let numbers = ranked.compactMap { ranked in Numeral(ranked.term).map { ($0, ranked.term) } }
        counting = Dictionary(numbers, uniquingKeysWith: { first, _ in first })
    }

    /// The first of two lists taken in turns, each in order, and in front of each word what it is made of.
    ///
    /// - Parameters:
    ///   - limit: so many are enough.
    ///   - unmet: whatever was never met; of it alone something is put in front.
    func met(_ own: [Term], _ earlier: [Term], unmet: Set<String>, limit: Int) -> [Term] {
        var queues = [own, earlier].map { $0.sorted { place($0) < place($1) }[...] }
        var (taken, found) = (Set<String>(), [Term]())
        while found.count < limit, queues.contains(where: { !$0.isEmpty }) {
            for turn in queues.indices {
                while let next = queues[turn].popFirst() {
                    guard !taken.contains(next.id) else { continue }
                    put(next, unmet, &taken, &found)
                    break
                }
            }
        }
        return found
    }

    /// The terms in order, each as simple as it stands.
    func sorted(_ terms: [Term]) -> [Term] { terms.sorted { place($0) < place($1) } }

    private func place(_ term: Term) -> Int { places[term.id] ?? places.count }

    private func put(_ term: Term, _ unmet: Set<String>, _ taken: inout Set<String>, _ found: inout [Term]) {
        guard taken.insert(term.id).inserted else { return }
        for simpler in simpler(than: term) where unmet.contains(simpler.id) { put(simpler, unmet, &taken, &found) }
        found.append(term)
    }

    /// Whatever is made of some of its parts, and of a Sino-Korean number the Korean one; in order.
    private func simpler(than term: Term) -> [Term] {
        let parts = term.morphemes.sorted()
        let some = parts.count > 1 && parts.count <= NewOrder.mostParts ? (1..<(1 << parts.count) - 1) : 0..<0
        let simple = some.flatMap { choice in
            made[parts.indices.filter { choice >> $0 & 1 == 1 }.map { parts[$0] }] ?? []
        }
        let native = Numeral(term).flatMap { $0.isSino ? counting[Numeral(isSino: false, value: $0.value)] : nil }
        return sorted(simple + (native.map { [$0] } ?? []))
    }

    /// Of longer words only the whole is looked at: their parts have more choices than it is worth.
    private static let mostParts = 8

    private struct Rank: Comparable {
        let grade: Grade
        let category: Content.Category
        let number, difficulty, parts, place: Int

        init(_ term: Term, _ place: Int) {
            (grade, category, self.place) = (term.grade, term.category, place)
            (number, parts, difficulty) = (Numeral(term)?.rank ?? 0, term.morphemes.count, term.difficulty)
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

    init(isSino: Bool, value: Int) { (self.isSino, self.value) = (isSino, value) }

    init?(_ term: Term) {
        guard term.category == Numeral.category else { return nil }
        if let place = Numeral.native.firstIndex(of: term.hangul) {
            self.init(isSino: false, value: place + 1)
        } else if let place = Numeral.sino.firstIndex(of: term.hangul) {
            self.init(isSino: true, value: place + 1)
        } else {
            return nil
        }
    }

    /// As one counts, Korean first.
    var rank: Int { value + (isSino ? Numeral.native.count : 0) }

    private static let category = Content.Category(rawValue: "numbers")
    private static let native = ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉", "열"]
    private static let sino = ["일", "이", "삼", "사", "오", "육", "칠", "팔", "구", "십"]
}

extension NewOrder {
    /// The simplest word of the latest grade among those that are open: what a tour lets people try.
    static func simplest(of open: [Term]) -> Term? {
        let able = open.filter { !$0.hangul.isEmpty && !$0.romanization.isEmpty && !TermSides($0, asked: .english).isName }
        let latest = able.map(\.grade).max()
        return NewOrder(able).sorted(able.filter { $0.grade == latest }).first
    }
}
