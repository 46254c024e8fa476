import Interface
import Kernel
import Languages
import Synchronization

/// A progress bar with count and remaining time, on a terminal's standard error.
///
/// It draws nothing in a pipe, and nothing for work that ends within 300 ms. It redraws one line
/// without escape codes other than colors. Each drawing covers the previous content of the line,
/// including another bar. Call `finish` when the work is done or has failed.
public final class ProgressBar: Sendable {
    private struct State {
        var lastDrawn: Int64?
        var columns = 0
        var isComplete = false
        var isFinished = false
    }

    /// The milliseconds of work before the bar appears.
    private static let waitLimit: Int64 = 300
    private let console: any Console
    private let title: String
    private let total: Int
    private let palette: Palette
    private let unicode: Bool
    /// The least number of milliseconds between two drawings.
    private let pause: Int64
    private let now: @Sendable () -> Instant
    private let start: Instant
    private let isShown: Bool
    private let state = Mutex(State())

    /// Creates a bar for `total` units of work and starts its clock.
    ///
    /// For a `total` of zero it draws nothing. With reduced motion it moves once a second,
    /// otherwise ten times.
    public init(
        _ title: String, total: Int, console: any Console, palette: Palette, unicode: Bool, reducesMotion: Bool = false,
        now: @escaping @Sendable () -> Instant
    ) {
        self.title = Sanitized.line(title)
        self.total = total
        self.console = console
        self.now = now
        self.palette = palette
        self.unicode = unicode
        pause = reducesMotion ? 1000 : 100
        isShown = total > 0 && console.isErrorTerminal && console.environment["TERM"] != "dumb"
        start = now()
    }

    /// Sets the number of completed units.
    public func advance(to done: Int) {
        guard isShown else { return }
        let moment = now()
        state.withLock { state in
            guard !state.isFinished, moment.milliseconds - start.milliseconds >= ProgressBar.waitLimit else { return }
            // The last unit is drawn at once, because the work may still take a while.
            let isComplete = done >= total
            if let last = state.lastDrawn, moment.milliseconds - last < pause, !isComplete || state.isComplete {
                return
            }
            // The current width of the terminal applies.
            let screen = Screen(width: console.size.columns - 1, palette: palette, unicode: unicode)
            let line = line(done: min(max(done, 0), total), after: moment.milliseconds - start.milliseconds, on: screen)
            console.writeError(
                "\r" + screen.paint(line) + String(repeating: " ", count: max(0, screen.width - line.columns)))
            (state.lastDrawn, state.columns, state.isComplete) = (moment.milliseconds, screen.width, isComplete)
        }
    }

    /// Ends the bar and clears its line.
    public func finish() {
        state.withLock { state in
            if state.lastDrawn != nil, !state.isFinished {
                console.writeError("\r" + String(repeating: " ", count: state.columns) + "\r")
            }
            state.isFinished = true
        }
    }

    private func line(done: Int, after milliseconds: Int64, on screen: Screen) -> [Glyph] {
        let secondsLeft = done > 0 ? Double(milliseconds) / 1000 * Double(total - done) / Double(done) : nil
        let countText: LocalizableText = done == total ? " \(done) of \(total), almost done" : " \(done) of \(total)"
        let phrase: LocalizableText =
            secondsLeft.map { done == total ? countText : " \(done) of \(total), \(ProgressBar.duration($0)) left" }
            ?? countText
        let countGlyphs = [Glyph](clean: console.translator.translation(phrase))
        let room = screen.width - countGlyphs.columns
        let titleWidth = max(8, min(12, room), room - 21)
        let titleGlyphs = [Glyph](clean: title).truncated(to: titleWidth, ellipsis: screen.ellipsis)
        let columns = min(20, room - titleGlyphs.columns - 1)
        let bar =
            columns < 4
            ? []
            : [Glyph](clean: screen.bar(Double(done) / Double(total), columns: columns), .accent).padded(to: columns)
        let line = titleGlyphs + [.blank] + bar + countGlyphs
        return line.truncated(to: screen.width, ellipsis: screen.ellipsis).withoutTrailingBlanks
    }

    private static func duration(_ seconds: Double) -> String {
        let wholeSeconds = Int(min(seconds, 359_999).rounded(.up))
        if wholeSeconds < 90 { return "\(wholeSeconds) s" }
        return wholeSeconds < 5400 ? "\((wholeSeconds + 30) / 60) min" : "\((wholeSeconds + 1800) / 3600) h"
    }
}
