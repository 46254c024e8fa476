import Kernel

extension Failure.Code {
    package static var mediaNotRemoved: Self { Self() }
}
