import Kernel

extension Failure.Code {
    package static var mediaDamaged: Self { Self() }
    package static var noPlayer: Self { Self() }
    package static var badTime: Self { Self() }
    package static var missingSubject: Self { Self() }
}
