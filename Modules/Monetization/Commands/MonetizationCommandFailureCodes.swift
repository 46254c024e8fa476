import Kernel

extension Failure.Code {
    package static var needsUpgrade: Self { Self() }
    package static var notForSale: Self { Self() }
    package static var nothingBought: Self { Self() }
    package static var periodInvalid: Self { Self() }
    package static var unknownGate: Self { Self() }
}
