import Kernel

extension Pattern {
    /// The maximum number of mistakes for a movement, because learners ignore longer lists.
    static let maximumMistakes = 3
    /// The minimum length of a mistake in characters, enough for the error, its reason and its
    /// correction.
    static let minimumMistakeLength = 40

    /// The findings on the mistakes of the movements; the reader already limits their length.
    var mistakeFindings: [Finding] {
        var firstMoves: [String: Int] = [:]
        return moves.flatMap { move -> [Finding] in
            var result: [Finding] = []
            if move.mistakes.count > Self.maximumMistakes {
                result.append(
                    finding(
                        move, "It lists \(move.mistakes.count) mistakes.",
                        "Keep the \(Self.maximumMistakes) that matter.")
                )
            }
            for text in move.mistakes {
                if text.count < Self.minimumMistakeLength || !".!?".contains(text.last ?? " ") {
                    result.append(
                        finding(
                            move, "“\(Folding.printable(text))” is not a helpful sentence.",
                            "Say what goes wrong, why it matters and how to mend it, and end with a full stop."))
                }
                let foldedText = Folding.compact(text)
                if let firstMove = firstMoves[foldedText] {
                    result.append(
                        finding(
                            move, "The same mistake is already listed in movement \(firstMove).",
                            "Say what goes wrong in this movement."))
                }
                firstMoves[foldedText] = firstMoves[foldedText] ?? move.number
            }
            return result
        }
    }

    /// Returns a warning about the mistakes of a movement.
    private func finding(_ move: Move, _ sentence: String, _ advice: String) -> Finding {
        Finding(
            file: "patterns", entry: "\(id) \(move.number)", field: "mistakes", severity: .warning, rule: .mistake,
            sentence: sentence, advice: advice)
    }
}
