import Kernel

/// Pauses of the calling thread.
public enum Pause {
    /// Blocks the calling thread for this many seconds, even if signals arrive.
    ///
    /// Zero or less returns at once.
    public static func seconds(_ seconds: Double) {
        let wholeSeconds = max(0, seconds.rounded(.down))
        var request = timespec(tv_sec: Int(wholeSeconds), tv_nsec: Int(max(0, seconds - wholeSeconds) * 1e9))
        var remaining = timespec()
        while nanosleep(&request, &remaining) != 0, errno == EINTR { request = remaining }
    }
}
