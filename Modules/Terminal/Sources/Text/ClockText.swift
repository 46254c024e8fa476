/// A length of time as a clock shows it.
public enum ClockText {
    /// `24:59`, `1:05:00`. On a clock that runs down a second begun is a second, so that it shows nothing left only when nothing is.
    public static func of(milliseconds: Int, runsDown: Bool) -> String {
        let total = (max(0, milliseconds) + (runsDown ? 999 : 0)) / 1000
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        let tail = "\(minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
        return hours > 0 ? "\(hours):\(tail)" : tail
    }
}
