import Kernel

extension Failure.Code {
    /// Reported when `media check` finds damaged or missing files.
    package static var mediaDamaged: Self { Self() }
    /// Thrown when `media play` needs mpv for a speed, loop or section and mpv is missing.
    package static var noVideoPlayer: Self { Self() }
    /// Thrown when the argument of `media limit` is unreadable as a size.
    package static var badSize: Self { Self() }
    /// Thrown when `--from` or `--to` of `media play` is unreadable as a time.
    package static var badTime: Self { Self() }
    /// Thrown when `media add` or `media fetch` lacks `--to`.
    package static var missingSubject: Self { Self() }
}
