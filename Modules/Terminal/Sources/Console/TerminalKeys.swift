import Kernel

/// Keys from a terminal in raw mode.
final class TerminalKeys: KeyInput {
    /// An escape that is followed by nothing for so long is the key; sequences arrive in one piece.
    private static let escapeSeconds = 0.05
    /// A signal that comes just before the wait begins does not end it: it is noticed so late at most.
    private static let longestWait = 1.0
    private let descriptor: Int32
    private var parser = KeyParser()
    private var waiting: ArraySlice<Key> = []
    private var hasEnded = false

    /// - Parameter typed: bytes that were read before.
    init(_ descriptor: Int32, typed: [UInt8] = []) {
        self.descriptor = descriptor
        waiting += parser.take(typed)
    }

    var isAtEnd: Bool { hasEnded && waiting.isEmpty }

    func takeRedraw() -> Bool { TerminalGuard.takeRedraw() }

    func showsProgress(_ isShown: Bool) { TerminalGuard.showsProgress(isShown) }

    func parts(saying line: String) { TerminalGuard.parts(saying: line) }

    func nextKey(within seconds: Double?) throws -> Key? {
        let end = seconds.map { SteadyClock.seconds() + $0 }
        while waiting.isEmpty && !hasEnded {
            if TerminalGuard.needsRedraw { return nil }
            let left = end.map { $0 - SteadyClock.seconds() }
            let patience = parser.isPending ? TerminalKeys.escapeSeconds : min(max(0, left ?? 1), TerminalKeys.longestWait)
            if Descriptor.isReady(descriptor, for: Int16(POLLIN), seconds: patience) {
                read()
            } else if parser.isPending, !TerminalGuard.needsRedraw {
                waiting = parser.flush()[...]
            } else if let end, SteadyClock.seconds() >= end {
                return nil
            }
        }
        return waiting.popFirst()
    }

    private func read() {
        do {
            guard let bytes = try Descriptor.readSome(descriptor, atMost: 4096) else { return }
            hasEnded = bytes.isEmpty
            waiting += parser.take(bytes)
        } catch {
            hasEnded = true
        }
    }
}
