import Kernel

extension Failure.Code {
    package static var badCurrency: Self { Self() }
    package static var guardianNeeded: Self { Self() }
    package static var nobodyToShare: Self { Self() }
    package static var noSuchMember: Self { Self() }
    package static var noSuchResult: Self { Self() }
    package static var noSuchInvitation: Self { Self() }
    package static var noSuchPiece: Self { Self() }
    package static var severalDeeds: Self { Self() }
    package static var nobodyReady: Self { Self() }
}
