import Kernel

extension Failure.Code {
    package static var noPicture: Self { Self() }
    package static var packHasErrors: Self { Self() }
    package static var unknownMove: Self { Self() }
    static var unknownTerm: Self { Self() }
    static var unknownVariant: Self { Self() }
}
