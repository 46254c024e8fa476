/// The keys that do the same in every dialogue of every app. A dialogue makes their hints here; `breach` is the law over all of them.
public enum KeyTable {
    /// One key, what it is for, and how dialogues word it.
    public struct Row: Sendable {
        /// What is pressed.
        public let key: Key
        /// What it is for, for the table in the README and for help.
        public let use: String
        /// The words that its hints begin with; nothing of them stands at another key.
        public let words: [String]
    }

    /// The table.
    public static let rows: [Row] = [
        Row(key: .character("q"), use: "leave; what you did is kept", words: ["quit", "leave", "not now", "maybe later"]),
        Row(key: .character("u"), use: "take the last answer back", words: ["undo", "take back"]),
        Row(key: .character("b"), use: "one step back; takes nothing back", words: ["back"]),
        Row(key: .character("s"), use: "skip this one", words: ["skip"]),
        Row(key: .character("?"), use: "help, and all keys", words: ["help", "keys"]),
        Row(key: .character("y"), use: "yes", words: ["yes"]),
    ]

    /// What the keys of choices do.
    static let choosing = "choose"

    /// Leaves the dialogue.
    public static func quit(_ meaning: String = "quit") -> KeyHint { KeyHint(.character("q"), meaning) }
    /// Takes the last answer back.
    public static func undo(_ meaning: String = "undo") -> KeyHint { KeyHint(.character("u"), meaning) }
    /// Goes one step back.
    public static let back = KeyHint(.character("b"), "back")
    /// Passes over what is shown.
    public static let skip = KeyHint(.character("s"), "skip")
    /// Space and enter: go on.
    public static func on(_ meaning: String) -> [KeyHint] { [KeyHint(.space, meaning), KeyHint(.enter, meaning)] }
    /// `1`, `2`, …: one of so many choices.
    public static func choices(_ count: Int, from first: Int = 1) -> [KeyHint] {
        (first..<(first + count)).compactMap { number in
            number < 10 ? KeyHint(.character(Character(String(number))), choosing) : nil
        }
    }

    /// Which choice a key takes, from 1; nil for other keys.
    public static func choice(_ key: Key, of count: Int) -> Int? {
        guard case .character(let digit) = key, digit.isASCII, let number = digit.wholeNumberValue, (1...9).contains(number),
            number <= count
        else { return nil }
        return number
    }

    /// What is wrong with a dialogue's keys; nothing for most.
    ///
    /// - Parameter exempt: keys that mean something of their own there, as where each hand has its letters.
    public static func breach(of hints: [KeyHint], exempt: Set<Key> = []) -> [String] {
        hints.filter { !exempt.contains($0.key) }.compactMap { hint in
            let meaning = hint.meaning.lowercased()
            let isEscape = [Key.escape, .left, .enter, .space, .right].contains(hint.key)
            if let row = rows.first(where: { $0.key == hint.key }) {
                return row.words.contains(where: meaning.hasPrefix)
                    ? nil : "“\(hint.key)” is for: \(row.use), not for “\(hint.meaning)”"
            }
            let owner = rows.first { $0.words.contains { meaning == $0 || meaning.hasPrefix($0 + " ") } }
            return owner == nil || isEscape
                ? nil : "“\(hint.meaning)” is the key “\(owner?.key.description ?? "")”, not “\(hint.key)”"
        }
    }
}
