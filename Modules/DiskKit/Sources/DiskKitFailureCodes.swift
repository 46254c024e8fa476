import Kernel

extension Failure.Code {
    package static var alreadyRestoring: Self { .systemFailure() }
    package static var unsafeStore: Self { .systemFailure() }
}
