import Kernel

extension Failure.Code {
    /// Thrown when the disk fails during a commit. The change may be saved or lost.
    package static var outcomeUnknown: Self { .systemFailure() }
    /// Thrown by every later use of a store whose disk failed, until it is opened again.
    package static var storeNeedsReopening: Self { .systemFailure() }
    /// Thrown when more than 65,534 devices have written into one file store.
    package static var tooManyDevices: Self { .systemFailure() }
}
