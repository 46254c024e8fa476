import Kernel

extension Failure.Code {
    package static var alreadyRestoring: Self { .ofMachine() }
    package static var diskFull: Self { .ofMachine() }
    package static var diskTrouble: Self { .ofMachine() }
    package static var erasureUnfinished: Self { .ofMachine() }
    package static var newerStore: Self { .ofMachine() }
    package static var outcomeUnknown: Self { .ofMachine() }
    package static var readOnlyStore: Self { .ofMachine() }
    package static var storeBusy: Self { .ofMachine() }
    package static var storeNeedsReopening: Self { .ofMachine() }
    package static var tooManyDevices: Self { .ofMachine() }
    package static var unsafeStore: Self { .ofMachine() }
}
