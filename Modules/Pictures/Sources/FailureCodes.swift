import Kernel

extension Failure.Code {
    package static var badMedia: Self { Self() }
    package static var conversionFailed: Self { Self() }
    package static var loadFailed: Self { Self() }
    package static var nameLies: Self { Self() }
}
