/// A length of time as a clock shows it.
public enum ClockText {
    /// Returns `24:59` or `1:05:00`.
    ///
    /// A countdown rounds up to full seconds, so that zero appears only at the end.
    public static func of(milliseconds: Int, runsDown: Bool) -> String {
        let total = (max(0, milliseconds) + (runsDown ? 999 : 0)) / 1000
        let hours = total / 3600
        let minutes = total / 60 % 60
        let seconds = total % 60
        let tail = "\(minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
        return hours > 0 ? "\(hours):\(tail)" : tail
    }
}
