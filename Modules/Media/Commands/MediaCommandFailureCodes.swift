import Kernel

extension Failure.Code {
    package static var mediaDamaged: Self { Self() }
    package static var noVideoPlayer: Self { Self() }
    package static var badSize: Self { Self() }
    package static var badTime: Self { Self() }
    package static var missingSubject: Self { Self() }
}
