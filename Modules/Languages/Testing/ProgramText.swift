/// A check for text that programs read, such as a query, a tag, a settings line or a command with
/// its arguments.
struct ProgramText {
    /// The commands that the sources declare: `task add`.
    let commands: Set<String>
    let apps: Set<String>
    /// The first words of the commands.
    private let firstWords: Set<String>

    init(commands: Set<String>, apps: Set<String>) {
        self.commands = commands
        self.apps = apps
        firstWords = Set(commands.compactMap { $0.split(separator: " ").first.map(String.init) })
    }

    /// Whether a text is a typed command: an existing command's name followed only by arguments.
    func isTyped(_ text: String) -> Bool {
        let unquoted =
            text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
        guard !unquoted.contains("`") else { return false }
        var words = ProgramText.words(of: unquoted)
        if let first = words.first, first == "APP" || apps.contains(first) { words.removeFirst() }
        if words.first == "sudo" || words.first == "apt-get" { return true }
        guard let first = words.first, first.hasPrefix("-") || firstWords.contains(first) else { return false }
        let nameLength =
            (1...min(3, words.count)).filter { commands.contains(words.prefix($0).joined(separator: " ")) }.max() ?? 0
        return (nameLength > 0 || unquoted.hasPrefix("--")) && ProgramText.areArguments(words.dropFirst(nameLength))
    }

    /// Whether the words after a command are its arguments: options with values, paths, numbers,
    /// files, quoted text, and argument NAMES.
    private static func areArguments(_ words: ArraySlice<String>) -> Bool {
        var followsOption = false
        return words.allSatisfy { word in
            let isOption = word.hasPrefix("-")
            defer { followsOption = isOption }
            return isOption || followsOption || word.contains("{") || word.hasPrefix("'") || word.hasPrefix("\"")
                || !word.contains(where: \.isLowercase)
                || word.dropLast().contains { [".", "/", "="].contains($0) }
        }
    }

    /// Splits a line into words. A quoted text is one word.
    private static func words(of text: String) -> [String] {
        var words = [""]
        var quote = Character?.none
        for character in text {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
            if character == " ", quote == nil { words.append("") } else { words[words.count - 1].append(character) }
        }
        return words.filter { !$0.isEmpty }
    }

    /// Whether a text is part of a query: it begins with an SQL word, has or compares with a
    /// parameter, or calls a function on names and parameters.
    static func isQuery(_ key: String) -> Bool {
        let words = key.split(separator: " ")
        guard words.count > 1 else { return false }
        if let first = words.first, queryWords.contains(String(first)) || first == "(SELECT" { return true }
        let isParameter = zip(key, key.dropFirst()).contains { $0 == "$" && $1.isNumber }
        if isParameter || key.contains(" = ?") { return true }
        // `r.generation, r.counter`
        let parts = key.split(separator: ",").map { $0.drop { $0 == " " } }
        let areNames = parts.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "." || $0 == "_" } }
        return parts.count > 1 && areNames && key.dropLast().contains(".")
    }

    private static let queryWords: Set<String> = [
        "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "PRAGMA", "BEGIN", "BEGIN;", "COMMIT",
        "GRANT", "REVOKE",
        "SET", "WITH", "FROM", "CROSS", "CASE", "WHERE", "AND", "ORDER", "LISTEN", "NOTIFY", "ROLLBACK", "SAVEPOINT",
        "RELEASE", "VACUUM", "ATTACH", "EXPLAIN", "LOCK", "VALUES",
    ]

    /// Whether a text is markup, settings, a header of a message or manual page, a media type or a
    /// word pattern.
    static func isMarkup(_ key: String) -> Bool {
        let first = key.prefix { $0 != " " }
        if key.contains("\n") || key.contains("=\"") || (key.contains("{ ") && key.contains(";")) { return true }
        if key.hasPrefix("{\"") || key.hasPrefix("<") || (key.hasPrefix("[") && key.contains("=")) { return true }
        if first.hasPrefix("."), first.utf8.count < 5, first.dropFirst().first?.isUppercase == true { return true }
        if first.hasSuffix(":"), first.contains("-"), first.first?.isUppercase == true { return true }
        if first.hasSuffix(";"), first.contains("/") { return true }
        let word = key.prefix { $0.isLetter }
        if !word.isEmpty, key.dropFirst(word.count).first == "=" { return true }
        let pairs = zip(key, key.dropFirst())
        // `thank* you|he|she`
        if pairs.count(where: { $0.isLowercase && ($1 == "|" || $1 == "*") }) > 2 { return true }
        return pairs.contains {
            $0 == "<" && ($1.isLetter || $1 == "/" || $1 == "!") && key.contains(">") || $0 == "/" && $1 == ">"
        }
    }
}
