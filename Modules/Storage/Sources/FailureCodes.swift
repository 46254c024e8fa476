import Kernel

extension Failure.Code {
    package static var alreadyRestoring: Self { .ofMachine() }
    package static var outcomeUnknown: Self { .ofMachine() }
    package static var storeNeedsReopening: Self { .ofMachine() }
    package static var tooManyDevices: Self { .ofMachine() }
    package static var unsafeStore: Self { .ofMachine() }
}
