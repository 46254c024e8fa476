import Kernel

extension Failure.Code {
    static var noPlace: Self { Self() }
    static var noSuchLanguage: Self { Self() }
}
