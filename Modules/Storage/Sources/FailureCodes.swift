import Kernel

extension Failure.Code {
    package static var diskFull: Self { Self() }
    package static var diskTrouble: Self { Self() }
    package static var invalidRecord: Self { Self() }
    package static var newerStore: Self { Self() }
    package static var outcomeUnknown: Self { Self() }
    package static var readOnlyStore: Self { Self() }
    package static var recordTooLarge: Self { Self() }
    package static var storeNeedsReopening: Self { Self() }
    package static var tooManyDevices: Self { Self() }
    package static var transactionOver: Self { Self() }
    package static var transactionTooLarge: Self { Self() }
    package static var unsafeStore: Self { Self() }
}
