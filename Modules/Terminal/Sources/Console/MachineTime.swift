import Kernel

/// The machine's clock and time zone, by the C library: asking costs nothing at start-up.
public enum MachineTime {
    /// What the clock shows.
    public static let now: @Sendable () -> Instant = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The zone that TZ names, or the system's.
    public static let calendar = LocalCalendar { instant in
        var seconds = time_t(instant.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts.tm_gmtoff
    }
}
