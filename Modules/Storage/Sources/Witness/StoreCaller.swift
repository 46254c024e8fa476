import Kernel

/// Who uses a store: what others read of it who have to wait, and how it hears that it has to wait itself.
public struct StoreCaller: Sendable {
    /// What is run, for people: a program and a word.
    public let command: String
    /// Told once when somebody has to wait for a while: a sentence that says for whom.
    public let hasToWait: @Sendable (String) -> Void

    /// By default the name of this program and the word behind it, when that is a plain one: no file says what else was typed.
    public init(command: String = StoreCaller.ownCommand, hasToWait: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.command, self.hasToWait) = (command, hasToWait)
    }

    /// As above.
    public static var ownCommand: String {
        let words = CommandLine.arguments
        let name = words.first?.split(separator: "/").last.map(String.init) ?? "a program"
        let word = words.dropFirst().first.flatMap { word in
            word.count < 24 && word.allSatisfy { $0.isLowercase && $0.isASCII } ? " \(word)" : nil
        }
        return name + (word ?? "")
    }
}
