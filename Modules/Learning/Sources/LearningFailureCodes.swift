import Kernel

extension Failure.Code {
    package static var beltNotOpen: Self { Self() }
    package static var cardsOutOfRange: Self { Self() }
    package static var newOutOfRange: Self { Self() }
    package static var nothingToStudy: Self { Self() }
    package static var unknownCategory: Self { Self() }
    package static var unknownPreset: Self { Self() }
}
