import Kernel
import Programs
import Terminal

extension Programs {
    /// The program `dojang-foo` for `dojang foo`: it takes this process's place. Nil where PATH has none.
    public func command(_ word: String, of app: String) -> Shell.External? {
        guard word.first?.isLetter == true, let path = find("\(app)-\(word)") else { return nil }
        return { words in
            do {
                return try ProgramCall(path, words).replace()
            } catch {
                return (error as? Failure)?.kind.exitStatus ?? 1
            }
        }
    }
}
