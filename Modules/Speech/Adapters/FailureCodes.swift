import Kernel

extension Failure.Code {
    package static var noPlayer: Self { Self() }
    package static var noSound: Self { Self() }
}
