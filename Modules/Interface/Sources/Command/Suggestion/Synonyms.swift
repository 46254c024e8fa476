/// Groups of words that users type for each other on a command line.
enum Synonyms {
    private static let groups: [[String]] = [
        ["add", "new", "create", "make", "insert"], ["delete", "remove", "rm", "del", "erase"],
        ["edit", "change", "update", "modify", "note"], ["list", "ls", "all", "timeline"],
        ["show", "view", "open", "info", "details", "get", "see"], ["search", "find", "grep", "query"],
        ["start", "begin", "go"], ["stop", "end", "quit", "finish", "exit"], ["switch", "use", "select", "choose"],
        ["share", "send", "mail", "email"], ["stats", "statistics", "insights"],
        ["settings", "config", "options", "preferences"],
        ["message", "note", "text", "comment"], ["date", "day", "due", "on", "when"],
        ["for", "minutes", "min", "length", "duration"],
        ["to", "recipient", "mail", "email"], ["belt", "grade", "rank"], ["export", "save", "print"],
        ["import", "load"],
        ["done", "complete", "finish", "check"], ["answer", "respond", "reply"], ["mine", "inbox", "answers"],
    ]

    /// Returns whether a word is in a group.
    static func contains(_ word: String) -> Bool { groups.contains { $0.contains(word) } }

    /// Returns the first of some words that is a synonym of another, in the order of the groups.
    static func first(for typed: String, among words: [String]) -> String? {
        groups.lazy.filter { $0.contains(typed) }.compactMap { group in words.first { group.contains($0) } }.first
    }
}
