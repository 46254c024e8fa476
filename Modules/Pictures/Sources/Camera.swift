import Kernel

/// Takes photos: a camera of this machine, a program of somebody's own, or a folder that a phone fills.
public struct Camera: Sendable {
    /// Which of the cameras of a device.
    public enum Side: String, Codable, CaseIterable, Sendable {
        /// The one that looks at the person.
        case front
        /// The one that looks away.
        case back
    }

    /// What it is called, for people: `ffmpeg`.
    public let name: String
    /// Takes a photo now. What it gives is judged like any file.
    ///
    /// Throws `Failure` `cameraMissing`, `cameraDenied`, `cameraBusy`, `cameraFailed`.
    public let take: @Sendable (Side) throws -> [UInt8]
    /// Whether a photo shows nothing but black, as behind a lens that is covered; nil where nobody can tell.
    public let isBlack: @Sendable (_ photo: [UInt8]) -> Bool?
    /// Whether it seems to be there, without a photo being taken: for whoever offers it.
    public let isThere: @Sendable () -> Bool

    /// A camera from functions.
    public init(
        name: String, isThere: @escaping @Sendable () -> Bool = { true }, take: @escaping @Sendable (Side) throws -> [UInt8],
        isBlack: @escaping @Sendable ([UInt8]) -> Bool? = { _ in nil }
    ) {
        (self.name, self.isThere, self.take, self.isBlack) = (name, isThere, take, isBlack)
    }
}

extension Failure {
    /// There is nothing that takes photos. `why` is a sentence.
    public static func cameraMissing(_ why: String) -> Failure {
        Failure(
            .cameraMissing, why,
            advice:
                "Take the photo with any camera and add its file, or say how photos come to you: `settings camera-command` or `settings camera-folder`.",
            kind: .missingProgram)
    }

    /// What a folder of photos holds is older than today. `why` is a sentence.
    public static func photoNotOfToday(_ why: String) -> Failure {
        Failure(
            .photoNotOfToday, why,
            advice:
                "Send today's photo and try again, keep it for its own day with `add FILE`, or take it all the same with `snap --any`.",
            kind: .badData)
    }

    /// A camera gave no photo. `why` completes "The camera gave no photo: …".
    public static func cameraFailed(_ why: String) -> Failure {
        Failure(.cameraFailed, "The camera gave no photo: \(why).", advice: "Nothing was added. Try again.", kind: .temporary)
    }
}
