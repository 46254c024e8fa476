import Kernel
import Learning
import Practice
import Terminal

/// Learning steps as they are typed: `1m,10m`.
enum StepsText {
    static let kind = ValueKind<[Int]>("STEPS", values: "as in 1m,10m, or none", candidates: { _ in ["none", "1m,10m"] }) {
        word, _ in
        if word == "none" { return [] }
        return try word.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard let unit = units[part.last ?? " "], let number = Int(part.dropLast()), (1...1_200).contains(number) else {
                throw Failure(
                    .notSteps, "“\(Folding.shown(word))” are no learning steps.",
                    advice: "Write seconds or minutes with commas, as in 30s or 1m,10m; or none.", kind: .usage)
            }
            return number * unit
        }
    }

    private static let units: [Character: Int] = ["s": 1, "m": 60]

    static func text(_ steps: [Int]) -> String {
        steps.isEmpty ? "none" : steps.map { $0 % 60 == 0 ? "\($0 / 60)m" : "\($0)s" }.joined(separator: ",")
    }
}

/// Days of the week as they are typed: `sat,sun`.
enum DaysText {
    static let kind = ValueKind<Set<Weekday>>(
        "DAYS", values: "as in sat,sun, or none",
        candidates: { _ in ["none"] + Weekday.allCases.map { String($0.rawValue.prefix(3)) } }
    ) { word, _ in
        if word == "none" { return [] }
        return try Set(
            word.lowercased().split(separator: ",", omittingEmptySubsequences: false).map { part in
                guard part.count >= 3, let day = Weekday.allCases.first(where: { $0.rawValue.hasPrefix(part) }) else {
                    throw Failure(
                        .notWeekdays, "“\(Folding.shown(word))” are no days of the week.",
                        advice: "Write them with commas, as in sat,sun; or none.", kind: .usage)
                }
                return day
            })
    }

    static func text(_ days: Set<Weekday>) -> String {
        days.isEmpty
            ? "none" : Weekday.allCases.filter(days.contains).map { String($0.rawValue.prefix(3)) }.joined(separator: ",")
    }
}

/// Parameters of FSRS as they are typed, or as Anki shows them: 21 numbers with commas, in brackets or not.
struct ParametersText: Sendable {
    /// Nil for those of FSRS-6.
    let values: [Double]?

    static let kind = ValueKind<ParametersText>(
        "LIST", values: "21 numbers with commas, or default", candidates: { _ in ["default"] }
    ) { word, _ in
        if word == "default" { return ParametersText(values: nil) }
        let bare = word.filter { !"[] ".contains($0) }
        let values = bare.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        _ = try FSRSWeights(values)
        return ParametersText(values: values)
    }
}

extension Rebuilt {
    /// Cards.
    var cards: Part { kinds[.flashcards] ?? Part(targets: 0, incomplete: 0) }

    /// Everything else that comes back.
    var others: Part {
        let parts = kinds.filter { $0.key != .flashcards }.values
        return Part(targets: parts.reduce(0) { $0 + $1.targets }, incomplete: parts.reduce(0) { $0 + $1.incomplete })
    }

    /// `12 cards and 3 movements, steps, questions or words`, without what there is none of.
    var named: String {
        let named = [
            cards.targets > 0 ? counted(cards.targets, "card") : nil,
            others.targets > 0
                ? counted(others.targets, "movement, step, question or word", "movements, steps, questions or words") : nil,
        ]
        return listed(named.compactMap { $0 })
    }
}
