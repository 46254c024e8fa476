import Kernel

extension Failure.Code {
    package static var unitsNotWritten: Self { Self() }
}
