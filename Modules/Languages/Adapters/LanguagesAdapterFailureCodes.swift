import Kernel

extension Failure.Code {
    /// Thrown when the language is saved while both HOME and `--data` are missing.
    static var languageUnkept: Self { Self() }
}
