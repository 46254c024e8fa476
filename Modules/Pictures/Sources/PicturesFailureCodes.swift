import Kernel

extension Failure.Code {
    package static var badMedia: Self { Self() }
    package static var cameraBusy: Self { Self() }
    package static var cameraDenied: Self { Self() }
    package static var cameraFailed: Self { Self() }
    package static var cameraMissing: Self { Self() }
    package static var conversionFailed: Self { Self() }
    package static var loadFailed: Self { Self() }
    package static var nameLies: Self { Self() }
    package static var photoNotOfToday: Self { Self() }
}
