import Interface
import Kernel

/// Keys from a terminal in raw mode.
final class TerminalKeys: KeyInput {
    /// The pause after which a lone escape counts as the key.
    ///
    /// Escape sequences arrive in one piece.
    private static let escapeSeconds = 0.05
    /// The longest delay until a signal is noticed that arrives just before the wait begins.
    private static let longestWait = 1.0
    private let descriptor: Int32
    private var parser = KeyParser()
    private var pendingKeys: ArraySlice<Key> = []
    private var hasEnded = false

    /// Creates a key source.
    ///
    /// - Parameter typed: bytes that were read before.
    init(_ descriptor: Int32, typed: [UInt8] = []) {
        self.descriptor = descriptor
        pendingKeys += parser.parse(typed)
    }

    var isAtEnd: Bool { hasEnded && pendingKeys.isEmpty }

    func takeRedraw() -> Bool { TerminalGuard.takeRedraw() }

    func setShowsProgress(_ isShown: Bool) { TerminalGuard.setShowsProgress(isShown) }

    func setInterruptionMessage(_ line: String) { TerminalGuard.setExitMessage(saying: line) }

    func nextKey(within seconds: Double?) throws -> Key? {
        let end = seconds.map { SteadyClock.seconds() + $0 }
        while pendingKeys.isEmpty && !hasEnded {
            if TerminalGuard.needsRedraw { return nil }
            let secondsLeft = end.map { $0 - SteadyClock.seconds() }
            let waitLimit =
                parser.isPending ? TerminalKeys.escapeSeconds : min(max(0, secondsLeft ?? 1), TerminalKeys.longestWait)
            if Descriptor.isReady(descriptor, for: Int16(POLLIN), seconds: waitLimit) {
                read()
            } else if parser.isPending, !TerminalGuard.needsRedraw {
                pendingKeys = parser.flush()[...]
            } else if let end, SteadyClock.seconds() >= end {
                return nil
            }
        }
        return pendingKeys.popFirst()
    }

    private func read() {
        do {
            guard let bytes = try Descriptor.readSome(descriptor, atMost: 4096) else { return }
            hasEnded = bytes.isEmpty
            pendingKeys += parser.parse(bytes)
        } catch {
            hasEnded = true
        }
    }
}
