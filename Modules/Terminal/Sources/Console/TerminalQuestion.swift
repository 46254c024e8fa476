import Kernel

/// Asks a terminal whether it has pixels. Every terminal answers the last of the questions, what it is (DA1), so that nobody waits for one that knows no other;
/// one that answers nothing costs `patience`, once a process.
struct TerminalQuestion {
    /// As long as an answer may take, in seconds.
    static let patience = 0.1
    /// More than all answers together.
    private static let longest = 2048
    private static let attributes = "\u{1B}[c"
    /// Whether it takes a picture of kitty's protocol, and what it calls itself. What a terminal might print of that goes again.
    static let first = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q\(attributes)"
    /// How many colours sixels may have, and how many pixels a character has.
    static let second = "\u{1B}[?1;1;0S\u{1B}[16t\(attributes)"

    let input: Int32
    let output: Int32

    /// What it says, and what was typed meanwhile; nil where it is not to be asked now: somebody has typed ahead, another process has the terminal, or a
    /// dialogue is on it.
    func ask(by clock: () -> Double = SteadyClock.seconds) -> (terminal: PixelTerminal, typed: [UInt8])? {
        let group = tcgetpgrp(input)
        guard group == -1 || group == getpgrp(), (try? TerminalGuard.arm(input: input, output: output, isQuiet: true)) != nil
        else { return nil }
        defer { TerminalGuard.disarm() }
        guard !Descriptor.isReady(input, for: Int16(POLLIN), seconds: 0) else { return nil }
        let end = clock() + TerminalQuestion.patience
        let answers = answers(to: TerminalQuestion.first + "\r\u{1B}[K", until: end, clock)
        guard answers.graphics == .sixels else { return (PixelTerminal(answers.graphics), answers.typed) }
        let more = self.answers(to: TerminalQuestion.second, until: end, clock)
        return (
            PixelTerminal(.sixels, cell: more.cell, colors: more.colors ?? PixelTerminal.characters.colors),
            answers.typed + more.typed
        )
    }

    private func answers(to question: String, until end: Double, _ clock: () -> Double) -> TerminalAnswers {
        var text = question
        var bytes: [UInt8] = []
        guard (try? text.withUTF8({ try Descriptor.write(UnsafeRawBufferPointer($0), to: output) })) != nil else {
            return TerminalAnswers([])
        }
        while bytes.count < TerminalQuestion.longest, TerminalAnswers(bytes).attributes == nil, clock() < end {
            guard Descriptor.isReady(input, for: Int16(POLLIN), seconds: end - clock()) else { continue }
            guard let some = try? Descriptor.readSome(input, atMost: TerminalQuestion.longest) else { continue }
            if some.isEmpty { break }
            bytes += some
        }
        return TerminalAnswers(bytes)
    }
}

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
    private(set) var cell: CellPixels?
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
            cell = CellPixels(width: numbers[2], height: numbers[1])
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
