import Interface

/// An editor for one line of input, with the keys that users know from a shell.
struct LineEditor {
    private static let byteLimit = 4096
    private var textBeforeCursor = ""
    private var textAfterCursor = ""

    var isEmpty: Bool { textBeforeCursor.isEmpty && textAfterCursor.isEmpty }

    /// Handles a key, and returns the line if the key submitted it.
    mutating func handle(_ key: Key) -> String? {
        switch key {
        case .enter: return textBeforeCursor + textAfterCursor
        case .space: insert(" ")
        case .character(let character): edit(character)
        case .backspace: if !textBeforeCursor.isEmpty { textBeforeCursor.removeLast() }
        case .left: if let last = textBeforeCursor.popLast() { textAfterCursor = String(last) + textAfterCursor }
        case .right: if !textAfterCursor.isEmpty { textBeforeCursor.append(textAfterCursor.removeFirst()) }
        case .home: (textBeforeCursor, textAfterCursor) = ("", textBeforeCursor + textAfterCursor)
        case .end: (textBeforeCursor, textAfterCursor) = (textBeforeCursor + textAfterCursor, "")
        case .tab, .escape, .up, .down, .pageUp, .pageDown: break
        }
        return nil
    }

    private mutating func edit(_ character: Character) {
        switch Key.character(character) {
        case .delete: if !textAfterCursor.isEmpty { textAfterCursor.removeFirst() }
        case .eraseToStart: textBeforeCursor = ""
        case .eraseToEnd: textAfterCursor = ""
        case .eraseWord:
            while textBeforeCursor.last == " " { textBeforeCursor.removeLast() }
            while let last = textBeforeCursor.last, last != " " { textBeforeCursor.removeLast() }
        default: insert(character)
        }
    }

    /// Inserts a character by its scalars, so that a combining mark joins the letter before it.
    private mutating func insert(_ character: Character) {
        let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        let byteCount = textBeforeCursor.utf8.count + textAfterCursor.utf8.count
        guard !isControl, byteCount < LineEditor.byteLimit else { return }
        textBeforeCursor.unicodeScalars.append(contentsOf: character.unicodeScalars)
    }

    /// Returns the prompt with the part of the line around the cursor, and the cursor's column.
    func drawn(after prompt: [Glyph], width: Int) -> (line: [Glyph], cursor: Int) {
        let head = prompt.isEmpty ? [] : prompt.truncated(to: width / 2, ellipsis: ">") + [.blank]
        let room = max(1, width - head.columns - 1)
        var left = [Glyph].line(of: StyledText(textBeforeCursor))
        while left.columns > room { left.removeFirst() }
        var right: [Glyph] = []
        var used = left.columns
        for glyph in [Glyph].line(of: StyledText(textAfterCursor)) where used + glyph.columns <= room {
            right.append(glyph)
            used += glyph.columns
        }
        return (head + left + right, head.columns + left.columns)
    }
}

extension Key {
    /// Control keys without a `Key` of their own, passed as their control characters.
    ///
    /// They never reach a dialogue.
    static let endOfInput = Key.character("\u{04}")
    static let delete = Key.character("\u{7F}")
    static let eraseToStart = Key.character("\u{15}")
    static let eraseToEnd = Key.character("\u{0B}")
    static let eraseWord = Key.character("\u{17}")
    static let redraw = Key.character("\u{0C}")

    var isControl: Bool {
        guard case .character(let character) = self else { return false }
        return character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
