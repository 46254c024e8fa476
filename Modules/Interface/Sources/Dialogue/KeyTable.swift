/// The keys with the same meaning in every dialogue of every app.
///
/// Dialogues create their hints here, and `violations` checks them all.
public enum KeyTable {
    /// A key, its use, and the words of its hints.
    public struct Row: Sendable {
        public let key: Key
        /// Its use, for the table in the README and for help.
        public let use: String
        /// The words with which its hints begin.
        ///
        /// They are reserved for this key.
        public let words: [String]
    }

    public static let rows: [Row] = [
        Row(
            key: .character("q"), use: "leave; what you did is kept",
            words: ["quit", "leave", "not now", "maybe later"]),
        Row(key: .character("u"), use: "take the last answer back", words: ["undo", "take back"]),
        Row(key: .character("b"), use: "one step back; takes nothing back", words: ["back"]),
        Row(key: .character("s"), use: "skip this one", words: ["skip"]),
        Row(key: .character("?"), use: "help, and all keys", words: ["help", "keys"]),
        Row(key: .character("y"), use: "yes", words: ["yes"]),
    ]

    /// The meaning of the keys of choices.
    package static let chooseMeaning = "choose"

    /// Returns the key that leaves the dialogue.
    public static func quit(_ meaning: String = "quit") -> KeyHint { KeyHint(.character("q"), meaning) }
    /// Returns the key that undoes the last answer.
    public static func undo(_ meaning: String = "undo") -> KeyHint { KeyHint(.character("u"), meaning) }
    /// The key that goes one step back.
    public static let back = KeyHint(.character("b"), "back")
    /// The key that skips the current item.
    public static let skip = KeyHint(.character("s"), "skip")
    /// Returns the keys that continue: Space and Enter.
    public static func advance(_ meaning: String) -> [KeyHint] { [KeyHint(.space, meaning), KeyHint(.enter, meaning)] }
    /// Returns the keys `1`, `2`, … for this number of choices.
    public static func choices(_ count: Int, from first: Int = 1) -> [KeyHint] {
        (first..<(first + count)).compactMap { number in
            number < 10 ? KeyHint(.character(Character(String(number))), chooseMeaning) : nil
        }
    }

    /// Returns the choice of a key, counted from 1, or nil for other keys.
    public static func choice(_ key: Key, of count: Int) -> Int? {
        guard case .character(let digit) = key, digit.isASCII, let number = digit.wholeNumberValue,
            (1...9).contains(number),
            number <= count
        else { return nil }
        return number
    }

    /// Returns the violations of the key table in a dialogue's keys.
    ///
    /// - Parameter exempt: keys with a meaning of their own in this dialogue, such as separate
    ///   letters for each hand.
    public static func violations(of hints: [KeyHint], exempt: Set<Key> = []) -> [String] {
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
