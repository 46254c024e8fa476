import Kernel

extension Failure.Code {
    package static var communityNewer: Self { Self() }
    package static var communityOlder: Self { Self() }
    package static var identityForged: Self { Self() }
    package static var identityNotKept: Self { Self() }
    package static var identityUnsafe: Self { Self() }
    package static var pinDamaged: Self { Self() }
    package static var loginNotKept: Self { Self() }
    package static var pinNotKept: Self { Self() }
    package static var textRefused: Self { Self() }
}
