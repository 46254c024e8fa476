import Kernel

extension Failure.Code {
    /// Reported when an import without `--skip` has rejected rows and therefore imports nothing.
    static var faultyLines: Self { Self() }
    /// Reported by `--open` when a lesson lacks both an attachment and a diagram.
    package static var noPicture: Self { Self() }
    /// Reported by `content check` when at least one finding is an error.
    package static var packHasErrors: Self { Self() }
    /// Thrown when a typed movement number is missing from its pattern.
    package static var unknownMove: Self { Self() }
    /// Thrown when a typed pattern, movement, technique, exchange or theory page is unknown.
    package static var unknownSubject: Self { Self() }
    /// Thrown when a typed term is unknown, or is missing from the named word set.
    package static var unknownTerm: Self { Self() }
    /// Thrown when a typed curriculum variant is unknown.
    static var unknownVariant: Self { Self() }
}
