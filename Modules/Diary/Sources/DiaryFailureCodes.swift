import Kernel

extension Failure.Code {
    /// Thrown when the day of a photo, from `--date` or its camera, is after today.
    package static var dayInFuture: Self { Self() }
    /// Thrown when a photo is added to a day that already has an entry.
    package static var entryAlreadyExists: Self { Self() }
    /// Thrown when a command reads or changes an entry before its opening day.
    package static var entrySealed: Self { Self() }
    /// Thrown when a note exceeds 1000 characters.
    package static var noteTooLong: Self { Self() }
    /// Thrown by `unseal` for an entry that is open.
    package static var notSealed: Self { Self() }
    /// Thrown when the blob store already has a file at the path of a new photo.
    package static var photoExists: Self { Self() }
    /// Thrown when the blob store fails to write a new photo.
    package static var photoNotKept: Self { Self() }
    /// Thrown when the blob store fails to delete a photo.
    package static var photoNotRemoved: Self { Self() }
    /// Thrown when a place exceeds 100 characters or one line, or contains invisible characters.
    package static var placeInvalid: Self { Self() }
    /// Thrown when the opening day of a seal is today or earlier.
    package static var sealInvalid: Self { Self() }
    /// Thrown by `export` when a different file has the name already and `--replace` is missing.
    package static var photosDiffer: Self { Self() }
}
