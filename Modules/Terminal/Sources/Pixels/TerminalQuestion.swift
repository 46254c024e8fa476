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
