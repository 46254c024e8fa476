import Kernel
import Pictures
import Programs

extension Camera {
    /// The cameras of this machine: `imagesnap` on a Mac that has it, else `ffmpeg`. The first device is the front camera, the second the back one; a machine
    /// with one device has that for both.
    ///
    /// - Parameters:
    ///   - folder: where devices lie.
    ///   - facts: where the system says of a device which one of its camera it is.
    ///   - isMac: whether devices are those of macOS.
    ///   - deadline: as long as a photo may take.
    public static func machine(
        _ programs: Programs, devices folder: String = "/dev", facts: String = "/sys/class/video4linux",
        isMac: Bool = Platform.isMac, within deadline: Duration = .seconds(20)
    ) -> Camera {
        let dark = Darkness(programs)
        return Camera(
            name: "the camera of this machine",
            isThere: {
                if programs.find("imagesnap") != nil { return true }
                // What a Mac has, only ffmpeg could say, and it takes its time.
                return programs.find("ffmpeg") != nil && (isMac || !VideoDevices.nodes(in: folder, facts: facts).names.isEmpty)
            },
            take: { side in
                if let snap = programs.find("imagesnap") {
                    return try photo(
                        ProgramCall(snap, ["-q", "-w", "1", "-"], deadline: deadline, outputLimit: PictureLimits.largestPicture))
                }
                if isMac {
                    let ffmpeg = try programs.require("ffmpeg", install: "brew install imagesnap, or brew install ffmpeg")
                    guard let device = try VideoDevices.listed(by: ffmpeg).name(of: side) else {
                        throw Failure.cameraMissing("There is no camera here.")
                    }
                    // Cameras of a Mac give no other rate.
                    let input = ["-f", "avfoundation", "-framerate", "30", "-i", device]
                    return try photo(shot(ffmpeg, input, within: deadline))
                }
                guard let device = VideoDevices.nodes(in: folder, facts: facts).name(of: side) else {
                    throw Failure.cameraMissing("There is no camera here: no \(folder)/video0.")
                }
                guard FileManager.default.isReadableFile(atPath: device) else { throw denied(device) }
                let ffmpeg = try programs.require("ffmpeg", install: "apt-get install ffmpeg")
                return try photo(shot(ffmpeg, ["-f", "v4l2", "-i", device], within: deadline), of: device)
            },
            isBlack: { dark.isBlack($0) })
    }

    /// One picture of a device as a JPEG. The first ones of a camera are dark: it still looks for the right exposure.
    private static func shot(_ ffmpeg: String, _ input: [String], within deadline: Duration) -> ProgramCall {
        let words = ["-hide_banner", "-loglevel", "error", "-nostdin"] + input + ["-vf", "select=gte(n\\,8)"]
        let output = ["-frames:v", "1", "-c:v", "mjpeg", "-q:v", "2", "-f", "image2pipe", "pipe:1"]
        return ProgramCall(ffmpeg, words + output, deadline: deadline, outputLimit: PictureLimits.largestPicture)
    }

    /// What a program wrote to standard output.
    static func photo(_ call: ProgramCall, of device: String = "the camera") throws -> [UInt8] {
        let result = try call.run()
        let said = String(decoding: result.errors.suffix(4000), as: UTF8.self).lowercased()
        if result.ending != .exited(0) {
            if said.contains("busy") {
                throw Failure(
                    .cameraBusy, "Another program uses \(device).", advice: "Close it, such as a video call, and try again.",
                    kind: .temporary)
            }
            if said.contains("permission denied") || said.contains("not permitted") { throw denied(device) }
            if said.contains("no such device") || said.contains("no such file") {
                throw Failure.cameraMissing("\(device) is gone: it was unplugged.")
            }
        }
        do {
            let made = try result.succeeded().output
            guard !made.isEmpty else { throw Failure.cameraFailed("it is empty") }
            return made
        } catch let failure as Failure where failure.code != .cameraFailed {
            throw Failure.cameraFailed("\(failure.message.dropLast())\(failure.advice.isEmpty ? "" : " (\(failure.advice))")")
        }
    }

    private static func denied(_ device: String) -> Failure {
        Failure(
            .cameraDenied, "You may not use \(device).",
            advice:
                "Let yourself: sudo usermod -aG video $USER, and sign in again. On macOS: System Settings, Privacy & Security, Camera."
        )
    }
}

/// Whether photos show nothing but black, by `ffmpeg`; without it nobody can tell.
struct Darkness: Sendable {
    /// So bright at most is black, of 255.
    private static let black: UInt8 = 12
    private let program: String?

    init(_ programs: Programs) { program = programs.find("ffmpeg") }

    func isBlack(_ photo: [UInt8]) -> Bool? {
        guard let program else { return nil }
        let words = ["-hide_banner", "-loglevel", "error", "-i", "pipe:0", "-frames:v", "1", "-vf", "scale=32:32,format=gray"]
        let call = ProgramCall(
            program, words + ["-f", "rawvideo", "pipe:1"], input: photo, deadline: .seconds(10), outputLimit: 1 << 16)
        guard let gray = try? call.run().succeeded().output, gray.count == 32 * 32 else { return nil }
        return gray.allSatisfy { $0 <= Darkness.black }
    }
}
