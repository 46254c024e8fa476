import Kernel

/// The machine's clock and time zone, read through the C library to keep the start of an app fast.
public enum MachineTime {
    /// Returns the current time.
    public static let now: @Sendable () -> Instant = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The calendar of the time zone that `TZ` names, or else of the system's.
    public static let calendar = LocalCalendar { instant in
        var seconds = time_t(instant.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts.tm_gmtoff
    }
}
