import Kernel

extension Failure.Code {
    package static var outcomeUnknown: Self { .systemFailure() }
    package static var storeNeedsReopening: Self { .systemFailure() }
    package static var tooManyDevices: Self { .systemFailure() }
}
