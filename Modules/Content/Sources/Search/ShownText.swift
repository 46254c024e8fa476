import Kernel
import Korean

/// The text of a question that a learner could copy without knowledge.
struct ShownText {
    /// Every sequence of its words, folded and without spaces.
    private let runs: Set<String>
    /// The sound keys of the same sequences, for text in Latin letters.
    private let keys: Set<String>

    init(_ text: String) {
        let words = Folding.words(text)
        var runs = Set<String>()
        var keys = Set<String>()
        for first in words.indices {
            for last in first..<words.count {
                let run = words[first...last]
                runs.insert(run.joined())
                if !run.contains(where: Hangul.isPresent) {
                    keys.insert(RomanizationKey.key(run.joined(separator: " ")))
                }
            }
        }
        self.runs = runs
        self.keys = keys
    }

    /// Returns whether the text contains the name literally.
    func contains(_ name: SearchKey) -> Bool { runs.contains(name.compact) }

    /// Returns whether the text contains the name or another spelling of its romanization.
    func reveals(_ name: SearchKey) -> Bool {
        if runs.contains(name.compact) { return true }
        guard !name.script.isKorean else { return false }
        let key = RomanizationKey.key(name.words.joined(separator: " "))
        return key.utf8.count > 1 && keys.contains(key)
    }
}
