import Kernel
import Programs
import Terminal

extension ProgramPath {
    /// Returns a closure that replaces this process by an external program, such as `dojang-foo`
    /// for `dojang foo`.
    ///
    /// The result is nil if `PATH` has no such program.
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
