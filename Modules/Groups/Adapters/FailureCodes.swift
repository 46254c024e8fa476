import Kernel

extension Failure.Code {
    package static var memberKeyNotKept: Self { Self() }
    package static var memberKeyUnsafe: Self { Self() }
}
