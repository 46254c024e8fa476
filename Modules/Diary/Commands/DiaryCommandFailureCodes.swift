import Kernel

extension Failure.Code {
    /// Thrown by `export` when a Day One archive exceeds 4 GB.
    package static var archiveTooLarge: Self { Self() }
    /// Thrown by `export` for an unknown file extension, or for a picture of any number of days but
    /// one.
    package static var noSuchForm: Self { Self() }
    /// Thrown when the position of a page is no date.
    package static var badCursor: Self { Self() }
    /// Thrown when a typed year has other than four digits.
    package static var notAYear: Self { Self() }
    /// Thrown by `export` when the pictures of a photo book exceed 64 MB.
    package static var bookTooLarge: Self { Self() }
}
