import Kernel

extension Failure.Code {
    package static var noTour: Self { Self() }
    package static var tipOptions: Self { Self() }
    package static var tourOptions: Self { Self() }
}
