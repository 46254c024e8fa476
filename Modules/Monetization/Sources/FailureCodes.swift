import Kernel

extension Failure.Code {
    package static var alreadyBought: Self { Self() }
    package static var catalogueInvalid: Self { Self() }
    package static var catalogueUnreadable: Self { Self() }
    package static var catalogueVersion: Self { Self() }
    package static var nothingToCancel: Self { Self() }
    package static var nothingWaits: Self { Self() }
    package static var notificationFromTheFuture: Self { Self() }
    package static var notificationInvalid: Self { Self() }
    package static var notOnSale: Self { Self() }
    package static var purchaseFailed: Self { Self() }
    package static var purchasesUnreadable: Self { Self() }
    package static var purchaseWaits: Self { Self() }
    package static var unknownProduct: Self { Self() }
    package static var unknownTransaction: Self { Self() }
}
