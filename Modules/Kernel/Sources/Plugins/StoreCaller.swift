/// Who uses a store: what others read of it who have to wait, and how it hears of what takes long.
public struct StoreCaller: Sendable {
    /// What is run, for people: a program and a word.
    public let command: String
    /// Told once when somebody has to wait for a while: a sentence that says for whom.
    public let hasToWait: @Sendable (String) -> Void
    /// Told how many of how many records are rewritten, and at the end, also where it fails, that it is all of them.
    public let rewrites: @Sendable (_ done: Int, _ total: Int) -> Void
    /// Sees to it that somebody else, who has time, asks the store for its `upkeep`. Asked when a store is closed that would take long over it.
    /// Returns at once, and says whether anybody will. Nil where nobody ever does, and the store does it itself.
    public let upkeep: (@Sendable () -> Bool)?

    /// Somebody who hears of nothing, unless said otherwise.
    public init(
        _ command: String = "a program", hasToWait: @escaping @Sendable (String) -> Void = { _ in },
        rewrites: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }, upkeep: (@Sendable () -> Bool)? = nil
    ) {
        (self.command, self.hasToWait, self.rewrites, self.upkeep) = (command, hasToWait, rewrites, upkeep)
    }

    /// A program with the first of its words, when that is a plain one: no file says what else was typed.
    public init(
        _ program: String, _ words: [String], hasToWait: @escaping @Sendable (String) -> Void,
        rewrites: @escaping @Sendable (_ done: Int, _ total: Int) -> Void, upkeep: (@Sendable () -> Bool)? = nil
    ) {
        let word = words.first.flatMap { word in
            word.count < 24 && word.allSatisfy { $0.isLowercase && $0.isASCII } ? " \(word)" : nil
        }
        self.init(program + (word ?? ""), hasToWait: hasToWait, rewrites: rewrites, upkeep: upkeep)
    }
}
