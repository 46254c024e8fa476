import Kernel

extension Failure.Code {
    static var processEnded: Self { Self() }
    static var unknownPromise: Self { Self() }
    static var unknownTask: Self { Self() }
}
