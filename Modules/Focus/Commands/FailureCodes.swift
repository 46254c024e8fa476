import Kernel

extension Failure.Code {
    package static var upAndDown: Self { Self() }
}
