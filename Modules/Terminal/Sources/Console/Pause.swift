import Kernel

/// Pauses of the calling thread.
public enum Pause {
    /// Blocks the calling thread for this many seconds, even if signals arrive.
    ///
    /// Zero or less returns at once.
    public static func seconds(_ seconds: Double) {
        let whole = max(0, seconds.rounded(.down))
        var rest = timespec(tv_sec: Int(whole), tv_nsec: Int(max(0, seconds - whole) * 1e9))
        var left = timespec()
        while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
    }
}
