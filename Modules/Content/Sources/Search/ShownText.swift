import Kernel
import Korean

/// What can be copied out of a question by somebody who knows nothing.
struct ShownText {
    /// Every run of its words, folded and without spaces.
    private let runs: Set<String>
    /// The same as romanisations sound, for what is written in Latin letters.
    private let keys: Set<String>

    init(_ text: String) {
        let words = Folding.words(text)
        var (runs, keys) = (Set<String>(), Set<String>())
        for first in words.indices {
            for last in first..<words.count {
                let run = words[first...last]
                runs.insert(run.joined())
                if !run.contains(where: Hangul.isPresent) { keys.insert(RomanizationKey.key(run.joined(separator: " "))) }
            }
        }
        (self.runs, self.keys) = (runs, keys)
    }

    /// Whether it is to be read here as it stands.
    func holds(_ face: Face) -> Bool { runs.contains(face.compact) }

    /// Whether it is to be read here, or is another spelling of a romanisation that is.
    func gives(_ face: Face) -> Bool {
        if runs.contains(face.compact) { return true }
        guard !face.script.isKorean else { return false }
        let key = RomanizationKey.key(face.words.joined(separator: " "))
        return key.utf8.count > 1 && keys.contains(key)
    }
}
