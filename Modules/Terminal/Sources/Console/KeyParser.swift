import Interface

/// A parser that turns the bytes from a terminal into keys.
///
/// It understands UTF-8, control characters, escape sequences (CSI and SS3) and bracketed paste.
/// The result does not depend on the chunks in which bytes arrive. A final escape may be a key or
/// the start of a sequence, so call `flush` after a pause.
struct KeyParser {
    private enum State {
        case ground
        case escape
        /// The parameters so far.
        ///
        /// A sequence that grows too long is dropped.
        case sequence(parameters: [UInt8])
        case functionKey
        /// The Linux console's `ESC [ [ A`.
        case consoleFunctionKey
        case letter(bytes: [UInt8], missing: Int)
        /// `ESC _` and `ESC P`, which may begin an answer of the terminal.
        case opener(UInt8)
        /// The inside of a late answer, which is discarded.
        case answer(count: Int, hasEscape: Bool)
    }

    private static let longestSequence = 32
    private static let longestAnswer = 512
    private var state = State.ground
    private var isPasting = false
    private var keys: [Key] = []

    /// Whether a sequence has begun that more bytes may complete.
    var isPending: Bool {
        if case .ground = state { return false }
        return true
    }

    /// Parses more bytes and returns their keys.
    mutating func parse(_ bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { parse(byte) }
        defer { keys = [] }
        return keys
    }

    /// Returns the keys of an incomplete sequence: a single escape, or a broken letter.
    mutating func flush() -> [Key] {
        switch state {
        case .ground: break
        case .escape: keys.append(.escape)
        case .sequence(let parameters): keys += [.escape, .character("[")] + parameters.map(KeyParser.character)
        case .functionKey: keys += [.escape, .character("O")]
        case .consoleFunctionKey: keys += [.escape, .character("["), .character("[")]
        case .letter: keys.append(.character("\u{FFFD}"))
        case .opener(let byte): keys += [.escape, KeyParser.character(byte)]
        case .answer: break
        }
        state = .ground
        defer { keys = [] }
        return isPasting ? [] : keys
    }

    private mutating func parse(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .escape: afterEscape(byte)
        case .sequence(let parameters): inSequence(byte, parameters)
        case .functionKey: end(byte) { KeyParser.sequenceKey(byte, []) }
        case .consoleFunctionKey: end(byte) { nil }
        case .letter(let bytes, let missing): inLetter(byte, bytes, missing)
        case .opener(let opener): afterOpener(opener, byte)
        case .answer(let count, let hasEscape): inAnswer(byte, count, hasEscape)
        }
    }

    /// Parses a byte outside of any sequence.
    private mutating func begin(_ byte: UInt8) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0x20...0x7E: keys.append(KeyParser.character(byte))
        case 0xC2...0xDF: state = .letter(bytes: [byte], missing: 1)
        case 0xE0...0xEF: state = .letter(bytes: [byte], missing: 2)
        case 0xF0...0xF4: state = .letter(bytes: [byte], missing: 3)
        case 0x80...0xFF: keys.append(.character("\u{FFFD}"))
        default: if let key = isPasting ? KeyParser.pastedKey(byte) : KeyParser.controlKey(byte) { keys.append(key) }
        }
    }

    private mutating func afterEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence(parameters: [])
        case UInt8(ascii: "O") where !isPasting: state = .functionKey
        case UInt8(ascii: "_") where !isPasting, UInt8(ascii: "P") where !isPasting: state = .opener(byte)
        default:
            // Escape and then another key, or Alt and that key: both keys count.
            if !isPasting { keys.append(.escape) }
            begin(byte)
        }
    }

    /// Parses the byte after `ESC _` or `ESC P`.
    ///
    /// `ESC _ G` and `ESC P >` begin late answers about pictures. Anything else was typed with Alt.
    private mutating func afterOpener(_ opener: UInt8, _ byte: UInt8) {
        if byte == (opener == UInt8(ascii: "_") ? UInt8(ascii: "G") : UInt8(ascii: ">")) {
            state = .answer(count: 0, hasEscape: false)
        } else {
            keys += [.escape, KeyParser.character(opener)]
            begin(byte)
        }
    }

    /// Skips a byte of a late answer, which `ESC \` ends.
    private mutating func inAnswer(_ byte: UInt8, _ count: Int, _ hasEscape: Bool) {
        let isOver = hasEscape && byte == UInt8(ascii: "\\") || count == KeyParser.longestAnswer
        state = isOver ? .ground : .answer(count: count + 1, hasEscape: byte == 0x1B)
    }

    private mutating func inSequence(_ byte: UInt8, _ parameters: [UInt8]) {
        switch byte {
        case UInt8(ascii: "[") where parameters.isEmpty && !isPasting: state = .consoleFunctionKey
        case 0x20...0x3F where parameters.count < KeyParser.longestSequence:
            state = .sequence(parameters: parameters + [byte])
        case 0x20...0x3F: break
        default:
            end(byte) { KeyParser.sequenceKey(byte, parameters) }
            if byte == UInt8(ascii: "~"), let mark = KeyParser.number(parameters), mark == 200 || mark == 201 {
                isPasting = mark == 200
            }
        }
    }

    /// Ends a sequence with its last byte.
    ///
    /// An invalid last byte begins a new sequence.
    private mutating func end(_ byte: UInt8, key: () -> Key?) {
        guard (0x40...0x7E).contains(byte) else { return begin(byte) }
        state = .ground
        if !isPasting, let key = key() { keys.append(key) }
    }

    /// Parses a continuation byte of a UTF-8 character.
    private mutating func inLetter(_ byte: UInt8, _ bytes: [UInt8], _ missing: Int) {
        guard (0x80...0xBF).contains(byte) else {
            keys.append(.character("\u{FFFD}"))
            return begin(byte)
        }
        if missing > 1 {
            state = .letter(bytes: bytes + [byte], missing: missing - 1)
        } else {
            state = .ground
            // Overlong forms and surrogates become U+FFFD here. C1 controls are no keys.
            let scalars = Array(String(decoding: bytes + [byte], as: UTF8.self).unicodeScalars)
            let isControl = scalars.count == 1 && (0x80..<0xA0).contains(scalars[0].value)
            if !isControl { keys.append(.character(scalars.count == 1 ? Character(scalars[0]) : "\u{FFFD}")) }
        }
    }
}

extension KeyParser {
    private static func character(_ byte: UInt8) -> Key {
        byte == 0x20 ? .space : .character(Character(Unicode.Scalar(byte)))
    }

    /// Returns a space for a tab or line end in pasted text, so that a paste does not submit the
    /// line.
    private static func pastedKey(_ byte: UInt8) -> Key? { [0x09, 0x0A, 0x0D].contains(byte) ? .space : nil }

    /// Returns the key of a control character, such as Ctrl-A for Home, or nil.
    private static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0A, 0x0D: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 0x01: .home
        case 0x05: .end
        case 0x02: .left
        case 0x06: .right
        case 0x10: .up
        case 0x0E: .down
        case 0x04, 0x0B, 0x0C, 0x15, 0x17: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    /// Returns the key of a CSI or SS3 sequence, without regard to modifiers.
    private static func sequenceKey(_ last: UInt8, _ parameters: [UInt8]) -> Key? {
        switch last {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): parameters.isEmpty ? .enter : nil
        case UInt8(ascii: "Z"): .tab
        case UInt8(ascii: "~"): tildeKey(number(parameters))
        default: nil
        }
    }

    /// Returns the key of a sequence such as `ESC [ 5 ~`.
    private static func tildeKey(_ number: Int?) -> Key? {
        switch number {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }

    /// Returns the first parameter of a sequence.
    private static func number(_ parameters: [UInt8]) -> Int? {
        Int(String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self))
    }
}
