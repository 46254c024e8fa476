import Interface
import Kernel
import Practice

/// The input format of learning steps: `1m,10m`.
enum StepsText {
    static let kind = ValueKind<[Int]>(
        "STEPS", values: "as in 1m,10m, or none", candidates: { _ in ["none", "1m,10m"] }
    ) {
        word, _ in
        if word == "none" { return [] }
        return try word.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard let unit = secondsPerUnit[part.last ?? " "], let number = Int(part.dropLast()),
                (1...1_200).contains(number)
            else {
                throw Failure(
                    .notSteps, "“\(Folding.printable(word))” are no learning steps.",
                    advice: "Write seconds or minutes with commas, as in 30s or 1m,10m; or none.", kind: .usage)
            }
            return number * unit
        }
    }

    /// The length of each unit, in seconds.
    private static let secondsPerUnit: [Character: Int] = ["s": 1, "m": 60]

    /// Returns steps in the input format.
    static func text(_ steps: [Int]) -> String {
        steps.isEmpty ? "none" : steps.map { $0 % 60 == 0 ? "\($0 / 60)m" : "\($0)s" }.joined(separator: ",")
    }
}

/// The input format of weekdays: `sat,sun`.
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
                        .notWeekdays, "“\(Folding.printable(word))” are no days of the week.",
                        advice: "Write them with commas, as in sat,sun; or none.", kind: .usage)
                }
                return day
            })
    }

    /// Returns weekdays in the input format.
    static func text(_ days: Set<Weekday>) -> String {
        days.isEmpty
            ? "none"
            : Weekday.allCases.filter(days.contains).map { String($0.rawValue.prefix(3)) }.joined(separator: ",")
    }
}

/// The FSRS parameters as typed or copied from Anki: 21 numbers separated by commas, with or
/// without brackets.
struct ParametersText: Sendable {
    /// The parameters, or nil for those of FSRS-6.
    let values: [Double]?

    static let kind = ValueKind<ParametersText>(
        "LIST", values: "21 numbers with commas, or default", candidates: { _ in ["default"] }
    ) { word, _ in
        if word == "default" { return ParametersText(values: nil) }
        let numbers = word.filter { !"[] ".contains($0) }
        let values = numbers.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        _ = try FSRSWeights(values)
        return ParametersText(values: values)
    }
}

extension Rebuilt {
    /// The rebuilt cards.
    var cards: Part { kinds[.flashcards] ?? Part(targets: 0, incomplete: 0) }

    /// The rebuilt items of all other kinds.
    var others: Part {
        let parts = kinds.filter { $0.key != .flashcards }.values
        return Part(targets: parts.reduce(0) { $0 + $1.targets }, incomplete: parts.reduce(0) { $0 + $1.incomplete })
    }

    /// The rebuilt items in words, such as `12 cards and 3 movements, steps, questions or words`,
    /// without empty sorts.
    var countsText: String {
        let counts = [
            cards.targets > 0 ? counted(cards.targets, "card") : nil,
            others.targets > 0
                ? counted(others.targets, "movement, step, question or word", "movements, steps, questions or words")
                : nil,
        ]
        return listed(counts.compactMap { $0 })
    }
}
