import Kernel

/// Waiting for time to pass.
public enum Pause {
    /// Holds the calling thread for so many seconds; none or less returns at once. A signal does not cut it short.
    public static func seconds(_ seconds: Double) {
        let whole = max(0, seconds.rounded(.down))
        var rest = timespec(tv_sec: Int(whole), tv_nsec: Int(max(0, seconds - whole) * 1e9))
        var left = timespec()
        while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
    }
}
