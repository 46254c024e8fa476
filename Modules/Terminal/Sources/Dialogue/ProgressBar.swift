import Kernel
import Languages
import Synchronization

/// Shows how far a piece of work is, on a terminal's standard error: bar, count, time left. Nothing in a pipe, and nothing for work that
/// is done within 300 ms.
///
/// It stands on one line that is drawn over, without escape codes other than colours: each drawing covers whatever stood there, another bar
/// included. Call `finish` when the work is done or has failed.
public final class ProgressBar: Sendable {
    private struct State {
        var lastDrawn: Int64?
        var columns = 0
        var isComplete = false
        var isFinished = false
    }

    private static let patience: Int64 = 300
    private let console: any Console
    private let title: String
    private let total: Int
    private let palette: Palette
    private let unicode: Bool
    private let pause: Int64
    private let now: @Sendable () -> Instant
    private let start: Instant
    private let isShown: Bool
    private let state = Mutex(State())

    /// A bar for `total` pieces of work, which begins now; none for no work. With reduced motion it moves once a second, otherwise ten times.
    public init(
        _ title: String, total: Int, console: any Console, palette: Palette, unicode: Bool, reducesMotion: Bool = false,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.title, self.total, self.console, self.now) = (Sanitised.line(title), total, console, now)
        (self.palette, self.unicode) = (palette, unicode)
        pause = reducesMotion ? 1000 : 100
        isShown = total > 0 && console.isErrorTerminal && console.environment["TERM"] != "dumb"
        start = now()
    }

    /// So many pieces are done.
    public func advance(to done: Int) {
        guard isShown else { return }
        let moment = now()
        state.withLock { state in
            guard !state.isFinished, moment.milliseconds - start.milliseconds >= ProgressBar.patience else { return }
            // What is done last may take a while yet: it is said at once.
            let isComplete = done >= total
            if let last = state.lastDrawn, moment.milliseconds - last < pause, !isComplete || state.isComplete { return }
            // As wide as the terminal is now.
            let screen = Screen(width: console.size.columns - 1, palette: palette, unicode: unicode)
            let line = line(done: min(max(done, 0), total), after: moment.milliseconds - start.milliseconds, on: screen)
            console.writeError("\r" + screen.paint(line) + String(repeating: " ", count: max(0, screen.width - line.columns)))
            (state.lastDrawn, state.columns, state.isComplete) = (moment.milliseconds, screen.width, isComplete)
        }
    }

    /// The work is over: the line is cleared.
    public func finish() {
        state.withLock { state in
            if state.lastDrawn != nil, !state.isFinished {
                console.writeError("\r" + String(repeating: " ", count: state.columns) + "\r")
            }
            state.isFinished = true
        }
    }

    private func line(done: Int, after milliseconds: Int64, on screen: Screen) -> [Glyph] {
        let left = done > 0 ? Double(milliseconds) / 1000 * Double(total - done) / Double(done) : nil
        let last: Phrase = done == total ? " \(done) of \(total), almost done" : " \(done) of \(total)"
        let phrase: Phrase = left.map { done == total ? last : " \(done) of \(total), \(ProgressBar.duration($0)) left" } ?? last
        let figures = [Glyph](clean: console.tongue.say(phrase))
        let room = screen.width - figures.columns
        let head = [Glyph](clean: title).truncated(to: max(8, min(12, room), room - 21), ellipsis: screen.ellipsis)
        let columns = min(20, room - head.columns - 1)
        let bar =
            columns < 4
            ? [] : [Glyph](clean: screen.bar(Double(done) / Double(total), columns: columns), .accent).padded(to: columns)
        let line = head + [.blank] + bar + figures
        return line.truncated(to: screen.width, ellipsis: screen.ellipsis).withoutTrailingBlanks
    }

    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 359_999).rounded(.up))
        if whole < 90 { return "\(whole) s" }
        return whole < 5400 ? "\((whole + 30) / 60) min" : "\((whole + 1800) / 3600) h"
    }
}
