import Kernel

extension Pattern {
    /// How many mistakes a movement tells at most: who is told more minds none.
    static let mostMistakes = 3
    /// How short a mistake may be, in characters: what goes wrong, why, and how to mend it takes that many.
    static let leastMistake = 40

    /// What is wrong with the mistakes that its movements tell. Their length is bounded where they are read.
    var mistakeFindings: [Finding] {
        var told: [String: Int] = [:]
        return moves.flatMap { move -> [Finding] in
            var result: [Finding] = []
            if move.mistakes.count > Self.mostMistakes {
                result.append(
                    finding(move, "It tells \(move.mistakes.count) mistakes.", "Keep the \(Self.mostMistakes) that matter."))
            }
            for text in move.mistakes {
                if text.count < Self.leastMistake || !".!?".contains(text.last ?? " ") {
                    result.append(
                        finding(
                            move, "“\(Folding.shown(text))” is no sentence that helps.",
                            "Say what goes wrong, why it matters and how to mend it, and end with a full stop."))
                }
                let form = Folding.compact(text)
                if let earlier = told[form] {
                    result.append(
                        finding(move, "The same mistake is told in \(earlier).", "Say what goes wrong in this movement."))
                }
                told[form] = told[form] ?? move.number
            }
            return result
        }
    }

    private func finding(_ move: Move, _ sentence: String, _ advice: String) -> Finding {
        Finding(
            file: "patterns", entry: "\(id) \(move.number)", field: "mistakes", severity: .warning, rule: .mistake,
            sentence: sentence, advice: advice)
    }
}
