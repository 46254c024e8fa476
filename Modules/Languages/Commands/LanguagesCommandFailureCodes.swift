import Kernel

extension Failure.Code {
    /// Thrown when a word is an invalid language tag, or every language pack lacks sentences for
    /// it.
    static var noSuchLanguage: Self { Self() }
}
