import Kernel

extension Failure.Code {
    package static var catalogueMissing: Self { Self() }
}
