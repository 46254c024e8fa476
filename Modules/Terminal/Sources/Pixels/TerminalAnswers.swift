import Kernel

/// What a terminal answers when it is asked what it is, taken out of what somebody types meanwhile. Nobody vouches for it: what is no answer is typed, and
/// nothing of it is ever shown.
struct TerminalAnswers {
    /// Bytes that answer nothing.
    private(set) var typed: [UInt8] = []
    /// Its attributes (DA1), the last answer that comes; nil while it has not.
    private(set) var attributes: [Int]?
    private(set) var speaksKitty = false
    /// What it calls itself (XTVERSION).
    private(set) var name = ""
    private(set) var cell: PixelTerminal.Cell?
    /// The colours of its palette (XTSMGRAPHICS).
    private(set) var colors: Int?

    private static let escape: UInt8 = 0x1B
    private static let (kitty, control) = (Array("_G".utf8), Array("P>|".utf8))

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.first {
            guard first == TerminalAnswers.escape, let end = read(rest.dropFirst()) else {
                typed.append(first)
                rest = rest.dropFirst()
                continue
            }
            rest = rest[end...]
        }
    }

    /// What it says by this name of itself.
    private var isIterm: Bool { name.hasPrefix("iTerm2") || name.hasPrefix("WezTerm") }

    /// The protocol that it speaks.
    var graphics: ConsoleCompanions.Graphics {
        if speaksKitty { return .kitty }
        if isIterm { return .iterm }
        return attributes?.contains(4) == true ? .sixels : .characters
    }

    /// Takes the answer behind an escape.
    ///
    /// - Returns: where it ends; nil where there is none.
    private mutating func read(_ rest: ArraySlice<UInt8>) -> Int? {
        switch rest.first {
        case UInt8(ascii: "["): return sequence(rest.dropFirst())
        case UInt8(ascii: "_") where rest.starts(with: TerminalAnswers.kitty):
            guard let (text, end) = string(rest.dropFirst(2)) else { return nil }
            if text.split(separator: ",").first?.hasPrefix("i=31;OK") == true { speaksKitty = true }
            return end
        case UInt8(ascii: "P") where rest.starts(with: TerminalAnswers.control):
            guard let (text, end) = string(rest.dropFirst(3)) else { return nil }
            name = text
            return end
        default: return nil
        }
    }

    private mutating func sequence(_ rest: ArraySlice<UInt8>) -> Int? {
        let body = rest.prefix { 0x20...0x3F ~= $0 }
        guard body.endIndex < rest.endIndex else { return nil }
        let isPrivate = body.first == UInt8(ascii: "?")
        let numbers = String(decoding: body.dropFirst(isPrivate ? 1 : 0), as: UTF8.self).split(separator: ";").map {
            Int($0) ?? 0
        }
        switch (rest[body.endIndex], isPrivate) {
        case (UInt8(ascii: "c"), true): attributes = numbers
        case (UInt8(ascii: "t"), false) where numbers.count == 3 && numbers[0] == 6:
            cell = PixelTerminal.Cell(width: numbers[2], height: numbers[1])
        case (UInt8(ascii: "S"), true): if numbers.count == 3, numbers[1] == 0 { colors = numbers[2] }
        default: return nil
        }
        return body.endIndex + 1
    }

    /// A string that `ESC \` ends; what is not ended is none.
    private func string(_ rest: ArraySlice<UInt8>) -> (text: String, end: Int)? {
        guard let end = rest.firstIndex(of: TerminalAnswers.escape), end + 1 < rest.endIndex, rest[end + 1] == UInt8(ascii: "\\")
        else { return nil }
        return (String(decoding: rest[..<end], as: UTF8.self), end + 2)
    }
}
