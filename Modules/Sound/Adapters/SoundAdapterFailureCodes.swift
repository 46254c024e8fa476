import Kernel

extension Failure.Code {
    package static var notHeard: Self { Self() }
    package static var notPacked: Self { Self() }
    package static var noPlayer: Self { Self() }
    package static var noSound: Self { Self() }
    package static var nothingPlays: Self { Self() }
}
