import Interface

/// An editor for one line of input, with the keys that users know from a shell.
struct LineEditor {
    private static let longest = 4096
    private var before = ""
    private var after = ""

    var isEmpty: Bool { before.isEmpty && after.isEmpty }

    /// Handles a key, and returns the line if the key submitted it.
    mutating func handle(_ key: Key) -> String? {
        switch key {
        case .enter: return before + after
        case .space: insert(" ")
        case .character(let character): edit(character)
        case .backspace: if !before.isEmpty { before.removeLast() }
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home: (before, after) = ("", before + after)
        case .end: (before, after) = (before + after, "")
        case .tab, .escape, .up, .down, .pageUp, .pageDown: break
        }
        return nil
    }

    private mutating func edit(_ character: Character) {
        switch Key.character(character) {
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .eraseToStart: before = ""
        case .eraseToEnd: after = ""
        case .eraseWord:
            while before.last == " " { before.removeLast() }
            while let last = before.last, last != " " { before.removeLast() }
        default: insert(character)
        }
    }

    /// Inserts a character by its scalars, so that a combining mark joins the letter before it.
    private mutating func insert(_ character: Character) {
        let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !isControl, before.utf8.count + after.utf8.count < LineEditor.longest else { return }
        before.unicodeScalars.append(contentsOf: character.unicodeScalars)
    }

    /// Returns the prompt with the part of the line around the cursor, and the cursor's column.
    func drawn(after prompt: [Glyph], width: Int) -> (line: [Glyph], cursor: Int) {
        let head = prompt.isEmpty ? [] : prompt.truncated(to: width / 2, ellipsis: ">") + [.blank]
        let room = max(1, width - head.columns - 1)
        var left = [Glyph].line(of: StyledText(before))
        while left.columns > room { left.removeFirst() }
        var right: [Glyph] = []
        var used = left.columns
        for glyph in [Glyph].line(of: StyledText(after)) where used + glyph.columns <= room {
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
