import Interface
import Kernel

/// A query that asks a terminal whether it can show pixels.
///
/// Every terminal answers the last part of the query, its device attributes (DA1), so the wait ends
/// even if it ignores the others. A silent terminal costs `waitLimit`, once per process.
struct TerminalQuery {
    /// The timeout for an answer, in seconds.
    static let waitLimit = 0.1
    /// A limit in bytes above the length of all answers together.
    private static let answerByteLimit = 2048
    /// The request for the terminal's device attributes (DA1).
    private static let attributes = "\u{1B}[c"
    /// The query for kitty's picture protocol and the terminal's name.
    ///
    /// Anything that a terminal might print is erased afterwards.
    static let first = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q\(attributes)"
    /// The query for the number of sixel colors and the pixels of a character.
    static let second = "\u{1B}[?1;1;0S\u{1B}[16t\(attributes)"

    let input: Int32
    let output: Int32

    /// Returns the terminal's answer and the bytes typed meanwhile.
    ///
    /// It returns nil if it may not ask now: the user has typed ahead, another process owns the
    /// terminal, or a dialogue is on it.
    func ask(by clock: () -> Double = SteadyClock.seconds) -> (terminal: PixelTerminal, typed: [UInt8])? {
        let group = tcgetpgrp(input)
        guard group == -1 || group == getpgrp(),
            (try? TerminalGuard.arm(input: input, output: output, isQuiet: true)) != nil
        else { return nil }
        defer { TerminalGuard.disarm() }
        guard !Descriptor.isReady(input, for: Int16(POLLIN), seconds: 0) else { return nil }
        let end = clock() + TerminalQuery.waitLimit
        let answers = answers(to: TerminalQuery.first + "\r\u{1B}[K", until: end, clock)
        guard answers.graphics == .sixels else { return (PixelTerminal(answers.graphics), answers.typed) }
        let sixels = self.answers(to: TerminalQuery.second, until: end, clock)
        return (
            PixelTerminal(.sixels, cell: sixels.cell, colors: sixels.colors ?? PixelTerminal.characters.colors),
            answers.typed + sixels.typed
        )
    }

    private func answers(to question: String, until end: Double, _ clock: () -> Double) -> TerminalAnswers {
        var text = question
        var bytes: [UInt8] = []
        guard (try? text.withUTF8({ try Descriptor.write(UnsafeRawBufferPointer($0), to: output) })) != nil else {
            return TerminalAnswers([])
        }
        while bytes.count < TerminalQuery.answerByteLimit, TerminalAnswers(bytes).attributes == nil, clock() < end {
            guard Descriptor.isReady(input, for: Int16(POLLIN), seconds: end - clock()) else { continue }
            guard let chunk = try? Descriptor.readSome(input, atMost: TerminalQuery.answerByteLimit) else { continue }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return TerminalAnswers(bytes)
    }
}

/// The answers of a terminal to a query, separated from keys typed meanwhile.
///
/// The input is untrusted. Bytes that are not an answer count as typed, and no answer is ever
/// displayed.
struct TerminalAnswers {
    /// The bytes that belong to no answer.
    private(set) var typed: [UInt8] = []
    /// The device attributes (DA1), which arrive last, or nil until then.
    private(set) var attributes: [Int]?
    private(set) var supportsKitty = false
    /// The terminal's name (XTVERSION).
    private(set) var name = ""
    private(set) var cell: CellPixels?
    /// The number of palette colors (XTSMGRAPHICS).
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

    /// Whether the terminal's name implies iTerm2's protocol.
    private var isIterm: Bool { name.hasPrefix("iTerm2") || name.hasPrefix("WezTerm") }

    var graphics: ConsoleCompanions.Graphics {
        if supportsKitty { return .kitty }
        if isIterm { return .iterm }
        return attributes?.contains(4) == true ? .sixels : .characters
    }

    /// Reads the answer after an escape.
    ///
    /// - Returns: the index of its end, or nil without an answer.
    private mutating func read(_ rest: ArraySlice<UInt8>) -> Int? {
        switch rest.first {
        case UInt8(ascii: "["): return sequence(rest.dropFirst())
        case UInt8(ascii: "_") where rest.starts(with: TerminalAnswers.kitty):
            guard let (text, end) = string(rest.dropFirst(2)) else { return nil }
            if text.split(separator: ",").first?.hasPrefix("i=31;OK") == true { supportsKitty = true }
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

    /// Returns a string terminated by `ESC \`, or nil without the terminator.
    private func string(_ rest: ArraySlice<UInt8>) -> (text: String, end: Int)? {
        guard let end = rest.firstIndex(of: TerminalAnswers.escape), end + 1 < rest.endIndex,
            rest[end + 1] == UInt8(ascii: "\\")
        else { return nil }
        return (String(decoding: rest[..<end], as: UTF8.self), end + 2)
    }
}
