import Kernel

/// A source of photos: a camera of this machine, a command of the user, or a folder that a phone
/// fills.
package struct Camera: Sendable {
    /// The side of a phone or computer that the camera is on.
    package enum Side: String, Codable, CaseIterable, Sendable {
        case front
        case back
    }

    /// The display name, for example `your command`.
    package let name: String
    /// Takes a photo now. The caller validates it like any file.
    ///
    /// - Throws: `Failure` `cameraMissing`, `cameraDenied`, `cameraBusy`, `cameraFailed`.
    package let take: @Sendable (Side) throws -> [UInt8]
    /// Returns whether a photo is completely black, as with a covered lens, or nil if that is
    /// unknown.
    package let isBlack: @Sendable (_ photo: [UInt8]) -> Bool?
    /// Returns whether the camera seems to be available, without taking a photo.
    package let isAvailable: @Sendable () -> Bool

    package init(
        name: String, isAvailable: @escaping @Sendable () -> Bool = { true },
        take: @escaping @Sendable (Side) throws -> [UInt8],
        isBlack: @escaping @Sendable ([UInt8]) -> Bool? = { _ in nil }
    ) {
        self.name = name
        self.isAvailable = isAvailable
        self.take = take
        self.isBlack = isBlack
    }
}

extension Failure {
    /// Returns the failure for a missing camera. `why` is a sentence.
    package static func cameraMissing(_ why: String) -> Failure {
        Failure(
            .cameraMissing, why,
            advice:
                "Take the photo with any camera and add its file, or set where photos come from: `settings camera-command` or `settings camera-folder`.",
            kind: .missingProgram)
    }

    /// Returns the failure for a folder whose photos are all older than today. `why` is a sentence.
    package static func photoNotOfToday(_ why: String) -> Failure {
        Failure(
            .photoNotOfToday, why,
            advice:
                "Send today's photo and try again, keep it for its own day with `add FILE`, or take it all the same with `snap --any`.",
            kind: .badData)
    }

    /// Returns the failure for a camera that delivered no photo. `why` completes "The camera gave
    /// no photo: …".
    package static func cameraFailed(_ why: String) -> Failure {
        Failure(
            .cameraFailed, "The camera gave no photo: \(why).", advice: "Nothing was added. Try again.",
            kind: .temporary)
    }
}
