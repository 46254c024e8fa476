import Kernel

extension Failure.Code {
    package static var groupLogin: Self { Self() }
    package static var groupLoginNotKept: Self { Self() }
    package static var groupTextRefused: Self { Self() }
    package static var memberKeyNotKept: Self { Self() }
    package static var memberKeyUnsafe: Self { Self() }
}
