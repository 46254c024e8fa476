import Kernel

extension Failure.Code {
    /// Thrown when the title or identifier of an item is unknown.
    package static var __module__ItemNotFound: Self { Self() }
    /// Thrown when a title is empty, longer than 60 characters, or contains control characters.
    package static var __module__TitleInvalid: Self { Self() }
    /// Thrown when another item has the title, regardless of case.
    package static var __module__TitleTaken: Self { Self() }
}
