import Kernel
import Pictures
import Programs

extension Camera {
    /// Creates access to the cameras of this machine: `imagesnap` on a Mac that has it, otherwise
    /// `ffmpeg`.
    ///
    /// The first device is the front camera, the second the back one. A single device serves as
    /// both.
    ///
    /// - Parameters:
    ///   - folder: the folder of device files.
    ///   - facts: the folder in which the system reports the index of each device within its
    ///     camera.
    ///   - isMac: whether the devices are those of macOS.
    ///   - deadline: the time limit for a photo.
    package static func machine(
        _ programs: ProgramPath, devices folder: String = "/dev", facts: String = "/sys/class/video4linux",
        isMac: Bool = Platform.isMac, within deadline: Duration = .seconds(20)
    ) -> Camera {
        let detector = BlackPhotoDetector(programs)
        return Camera(
            name: "the camera of this machine",
            isAvailable: {
                if programs.find("imagesnap") != nil { return true }
                // On a Mac only ffmpeg could list the cameras, which is slow.
                return programs.find("ffmpeg") != nil
                    && (isMac || !VideoDevices.nodes(in: folder, facts: facts).names.isEmpty)
            },
            take: { side in
                if let imagesnap = programs.find("imagesnap") {
                    return try photo(
                        ProgramCall(
                            imagesnap, ["-q", "-w", "1", "-"], deadline: deadline,
                            outputLimit: PictureLimits.largestPicture)
                    )
                }
                if isMac {
                    let ffmpeg = try programs.require(
                        "ffmpeg", install: "brew install imagesnap, or brew install ffmpeg")
                    guard let device = try VideoDevices.listed(by: ffmpeg).name(of: side) else {
                        throw Failure.cameraMissing("There is no camera here.")
                    }
                    // Mac cameras support no other frame rate.
                    let input = ["-f", "avfoundation", "-framerate", "30", "-i", device]
                    return try photo(captureCall(ffmpeg, input, within: deadline))
                }
                guard let device = VideoDevices.nodes(in: folder, facts: facts).name(of: side) else {
                    throw Failure.cameraMissing("There is no camera here: no \(folder)/video0.")
                }
                guard FileManager.default.isReadableFile(atPath: device) else { throw denied(device) }
                let ffmpeg = try programs.require("ffmpeg", install: "apt-get install ffmpeg")
                return try photo(captureCall(ffmpeg, ["-f", "v4l2", "-i", device], within: deadline), of: device)
            },
            isBlack: { detector.isBlack($0) })
    }

    /// Returns the program call for one JPEG picture of a device.
    ///
    /// The first pictures are skipped, because they are dark while the exposure adjusts.
    private static func captureCall(_ ffmpeg: String, _ input: [String], within deadline: Duration) -> ProgramCall {
        let options = ["-hide_banner", "-loglevel", "error", "-nostdin"] + input + ["-vf", "select=gte(n\\,8)"]
        let output = ["-frames:v", "1", "-c:v", "mjpeg", "-q:v", "2", "-f", "image2pipe", "pipe:1"]
        return ProgramCall(ffmpeg, options + output, deadline: deadline, outputLimit: PictureLimits.largestPicture)
    }

    /// Runs a program and returns the photo that it writes to standard output.
    static func photo(_ call: ProgramCall, of device: String = "the camera") throws -> [UInt8] {
        let result = try call.run()
        let messages = String(decoding: result.errors.suffix(4000), as: UTF8.self).lowercased()
        if result.ending != .exited(0) {
            if messages.contains("busy") {
                throw Failure(
                    .cameraBusy, "Another program uses \(device).",
                    advice: "Close it, such as a video call, and try again.", kind: .temporary)
            }
            if messages.contains("permission denied") || messages.contains("not permitted") { throw denied(device) }
            if messages.contains("no such device") || messages.contains("no such file") {
                throw Failure.cameraMissing("\(device) is gone: it was unplugged.")
            }
        }
        do {
            let photo = try result.succeeded().output
            guard !photo.isEmpty else { throw Failure.cameraFailed("it is empty") }
            return photo
        } catch let failure as Failure where failure.code != .cameraFailed {
            throw Failure.cameraFailed(
                "\(failure.message.dropLast())\(failure.advice.isEmpty ? "" : " (\(failure.advice))")")
        }
    }

    private static func denied(_ device: String) -> Failure {
        Failure(
            .cameraDenied, "You may not use \(device).",
            advice:
                "Give yourself access: sudo usermod -aG video $USER, and sign in again. On macOS: System Settings, Privacy & Security, Camera."
        )
    }
}

/// Detects completely black photos by `ffmpeg`. Without that program the result is unknown.
struct BlackPhotoDetector: Sendable {
    /// The maximum brightness that counts as black, of 255.
    private static let maxBrightness: UInt8 = 12
    private let program: String?

    init(_ programs: ProgramPath) { program = programs.find("ffmpeg") }

    func isBlack(_ photo: [UInt8]) -> Bool? {
        guard let program else { return nil }
        let options = [
            "-hide_banner", "-loglevel", "error", "-i", "pipe:0", "-frames:v", "1", "-vf", "scale=32:32,format=gray",
        ]
        let call = ProgramCall(
            program, options + ["-f", "rawvideo", "pipe:1"], input: photo, deadline: .seconds(10), outputLimit: 1 << 16)
        guard let gray = try? call.run().succeeded().output, gray.count == 32 * 32 else { return nil }
        return gray.allSatisfy { $0 <= BlackPhotoDetector.maxBrightness }
    }
}
