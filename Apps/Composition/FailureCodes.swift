import Kernel

extension Failure.Code {
    static var noHome: Self { Self() }
}
