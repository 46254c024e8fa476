import Kernel

extension Failure.Code {
    package static var identityForged: Self { Self() }
    package static var identityNotKept: Self { Self() }
    package static var identityUnsafe: Self { Self() }
    package static var pinDamaged: Self { Self() }
    package static var pinNotKept: Self { Self() }
}
