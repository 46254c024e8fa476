import Kernel

extension Failure.Code {
    package static var attendanceInFuture: Self { Self() }
}
