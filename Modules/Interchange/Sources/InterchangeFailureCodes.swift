import Kernel

extension Failure.Code {
    package static var formBroken: Self { Self() }
    package static var formTooLarge: Self { Self() }
}
