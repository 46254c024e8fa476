import Kernel

extension Failure.Code {
    /// Thrown when the user buys a product that is already active.
    package static var alreadyBought: Self { Self() }
    /// Thrown by `licence revoke` when the license was revoked before.
    package static var alreadyRevoked: Self { Self() }
    /// Thrown when a catalog, price schedule or `seller.json` breaks a rule. The message names the
    /// place.
    package static var catalogueInvalid: Self { Self() }
    /// Thrown when a catalog file is unreadable as a JSON object.
    package static var catalogueUnreadable: Self { Self() }
    /// Thrown when a StoreKit file has a major version other than 3 to 5.
    package static var catalogueVersion: Self { Self() }
    /// Thrown when the signature of a license file fails to match its text.
    package static var licenceAltered: Self { Self() }
    /// Thrown when the license has expired.
    package static var licenceEnded: Self { Self() }
    /// Thrown when the license belongs to another app.
    package static var licenceOfAnotherApp: Self { Self() }
    /// Thrown when the license is signed with a key that is foreign to the seller of this app.
    package static var licenceOfAnotherKey: Self { Self() }
    /// Thrown when the seller has revoked the license.
    package static var licenceRevoked: Self { Self() }
    /// Thrown when a license file is malformed, or the folder of licenses is unreadable.
    package static var licenceUnreadable: Self { Self() }
    /// Thrown when this app or build has no public key of a seller, so it cannot check licenses.
    package static var noSeller: Self { Self() }
    /// Thrown when the seller signs a license before `licence key` made a private key.
    package static var noSigningKey: Self { Self() }
    /// Thrown when the user cancels without a subscription that renews.
    package static var nothingToCancel: Self { Self() }
    /// Thrown when the sandbox answers a purchase request while none is pending.
    package static var nothingWaits: Self { Self() }
    /// Thrown when the price schedule of a product starts after the day.
    package static var notOnSale: Self { Self() }
    /// Thrown when the license is for a product that this version of the app lacks.
    package static var notSoldHere: Self { Self() }
    /// Thrown by `licence issue` when the price is negative or malformed in its currency.
    package static var priceInvalid: Self { Self() }
    /// Thrown when the sandbox is set to fail transactions.
    package static var purchaseFailed: Self { Self() }
    /// Thrown when reading the purchases fails with an unexpected error.
    package static var purchasesUnreadable: Self { Self() }
    /// Thrown when the user buys a product whose earlier request still awaits approval.
    package static var purchaseWaits: Self { Self() }
    /// Thrown when an identifier, or its last 4 or more characters, matches zero licenses or
    /// several.
    package static var unknownLicence: Self { Self() }
    /// Thrown when a product identifier is missing in the catalog.
    package static var unknownProduct: Self { Self() }
    /// Thrown when the sandbox refunds a transaction that the history lacks.
    package static var unknownTransaction: Self { Self() }
}
