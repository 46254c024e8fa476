import Kernel

extension Failure.Code {
    /// Thrown when a photo, video or recording is damaged, too large, empty or of an unsupported
    /// format.
    package static var badMedia: Self { Self() }
    /// Thrown when another program uses the camera.
    package static var cameraBusy: Self { Self() }
    /// Thrown when the system denies this process access to the camera.
    package static var cameraDenied: Self { Self() }
    /// Thrown when the camera, or the user's command for it, produces no readable photo.
    package static var cameraFailed: Self { Self() }
    /// Thrown when no camera is present, or when the user's command or folder for photos is missing
    /// or empty.
    package static var cameraMissing: Self { Self() }
    /// Thrown when a program fails to convert a photo, or its result exceeds the size limit.
    package static var conversionFailed: Self { Self() }
    /// Thrown when a photo file is missing, unreadable or damaged.
    package static var loadFailed: Self { Self() }
    /// Thrown when the extension of a file name contradicts the format of its content.
    package static var nameLies: Self { Self() }
    /// Thrown when every photo in the camera folder was taken before today.
    package static var photoNotOfToday: Self { Self() }
}
