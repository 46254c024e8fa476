import Kernel

extension Failure.Code {
    package static var alreadyBought: Self { Self() }
    package static var alreadyRevoked: Self { Self() }
    package static var catalogueInvalid: Self { Self() }
    package static var catalogueUnreadable: Self { Self() }
    package static var catalogueVersion: Self { Self() }
    package static var licenceAltered: Self { Self() }
    package static var licenceEnded: Self { Self() }
    package static var licenceOfAnotherApp: Self { Self() }
    package static var licenceOfAnotherKey: Self { Self() }
    package static var licenceRevoked: Self { Self() }
    package static var licenceUnreadable: Self { Self() }
    package static var noSeller: Self { Self() }
    package static var noSigningKey: Self { Self() }
    package static var nothingToCancel: Self { Self() }
    package static var nothingWaits: Self { Self() }
    package static var notOnSale: Self { Self() }
    package static var notSoldHere: Self { Self() }
    package static var priceInvalid: Self { Self() }
    package static var purchaseFailed: Self { Self() }
    package static var purchasesUnreadable: Self { Self() }
    package static var purchaseWaits: Self { Self() }
    package static var unknownLicence: Self { Self() }
    package static var unknownProduct: Self { Self() }
    package static var unknownTransaction: Self { Self() }
}
