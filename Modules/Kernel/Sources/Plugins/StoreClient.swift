/// The user of a store: its name for other processes that wait, and its callbacks for slow work.
public struct StoreClient: Sendable {
    /// The running command for people: a program and a word.
    public let command: String
    /// Called once when a caller waits for a while, with a sentence naming the other process.
    public let onWait: @Sendable (String) -> Void
    /// Called with the number of rewritten records and the total. At the end, even after a failure,
    /// both are equal.
    public let onRewriteProgress: @Sendable (_ done: Int, _ total: Int) -> Void
    /// Asks another process to run the store's `upkeep`, when closing the store would take long
    /// over it.
    ///
    /// It returns at once and reports whether another process will do so. If it is nil, the store
    /// does the work itself.
    public let requestUpkeep: (@Sendable () -> Bool)?

    public init(
        _ command: String = "a program", onWait: @escaping @Sendable (String) -> Void = { _ in },
        onRewriteProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
        requestUpkeep: (@Sendable () -> Bool)? = nil
    ) {
        self.command = command
        self.onWait = onWait
        self.onRewriteProgress = onRewriteProgress
        self.requestUpkeep = requestUpkeep
    }

    /// Creates the client of a program and the first of its arguments, if that is a plain word. No
    /// file records the other arguments.
    public init(
        _ program: String, _ words: [String], onWait: @escaping @Sendable (String) -> Void,
        onRewriteProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void,
        requestUpkeep: (@Sendable () -> Bool)? = nil
    ) {
        let word = words.first.flatMap { word in
            word.count < 24 && word.allSatisfy { $0.isLowercase && $0.isASCII } ? " \(word)" : nil
        }
        self.init(
            program + (word ?? ""), onWait: onWait, onRewriteProgress: onRewriteProgress, requestUpkeep: requestUpkeep)
    }
}
