import Kernel

extension Failure.Code {
    package static var damaged: Self { Self() }
    package static var photoNotRemoved: Self { Self() }
}
