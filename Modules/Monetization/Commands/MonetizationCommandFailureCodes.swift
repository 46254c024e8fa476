import Kernel

extension Failure.Code {
    /// Thrown when a gate denies a command and the paywall needs a terminal and a product on sale.
    package static var needsUpgrade: Self { Self() }
    /// Thrown by `plan buy` when the product is off sale today.
    package static var notForSale: Self { Self() }
    /// Thrown by `plan sandbox refund` when the purchase history is empty.
    package static var nothingBought: Self { Self() }
    /// Thrown when a billing period is malformed. A valid one is P1M, P3M or P1Y.
    package static var periodInvalid: Self { Self() }
    /// Thrown when a key is outside the gates of the app.
    package static var unknownGate: Self { Self() }
}
