import Kernel

extension Failure.Code {
    static var faultyLines: Self { Self() }
    package static var noPicture: Self { Self() }
    package static var packHasErrors: Self { Self() }
    package static var unknownMove: Self { Self() }
    package static var unknownSubject: Self { Self() }
    package static var unknownTerm: Self { Self() }
    static var unknownVariant: Self { Self() }
}
