import Kernel
import Pictures
import Programs

/// The cameras of a machine, in the order in which the system lists them.
struct VideoDevices: Sendable {
    /// The argument of ffmpeg after `-i` for each camera.
    let names: [String]

    /// Returns the Linux device nodes that deliver pictures.
    ///
    /// A webcam has a second node for metadata only, which reports an index other than the first.
    ///
    /// - Parameters:
    ///   - folder: the folder of device files.
    ///   - facts: the folder in which the system reports each node's index within its camera. A
    ///     node without a report counts as a camera.
    static func nodes(in folder: String, facts: String) -> VideoDevices {
        let nodes = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)).map { (number: $0, name: name) } : nil
        }
        let cameraNodes = nodes.sorted { $0.number < $1.number }.filter { node in
            guard let index = FileManager.default.contents(atPath: "\(facts)/\(node.name)/index") else { return true }
            return String(decoding: index, as: UTF8.self).trimmed() == "0"
        }
        return VideoDevices(names: cameraNodes.map { "\(folder)/\($0.name)" })
    }

    /// Returns the cameras that ffmpeg lists on macOS. Screens in the same list are left out.
    ///
    ///     [AVFoundation indev @ 0x7f8] AVFoundation video devices:
    ///     [AVFoundation indev @ 0x7f8] [0] FaceTime HD Camera
    static func listed(by ffmpeg: String) throws -> VideoDevices {
        let arguments = ["-hide_banner", "-nostdin", "-f", "avfoundation", "-list_devices", "true", "-i", ""]
        // The call always fails because it has nothing to record. Its error output lists the
        // devices.
        let listing = try ProgramCall(ffmpeg, arguments, deadline: .seconds(10), outputLimit: 1 << 16).run().errors
        var (names, isVideo): ([String], Bool) = ([], false)
        for line in String(decoding: listing, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let text = line.drop { $0 != "]" }.dropFirst().drop { $0 == " " }
            if text.hasPrefix("AVFoundation") {
                isVideo = text.contains("video devices")
            } else if isVideo, text.hasPrefix("["), let end = text.firstIndex(of: "]"),
                let number = Int(text[text.index(after: text.startIndex)..<end]),
                !text[end...].dropFirst().drop(while: { $0 == " " }).hasPrefix("Capture screen")
            {
                names.append("\(number):none")
            }
        }
        return VideoDevices(names: names)
    }

    /// Returns the first camera for the front and the second for the back.
    ///
    /// A single camera serves as both. Returns nil if there is none.
    func name(of side: Camera.Side) -> String? { side == .back && names.count > 1 ? names[1] : names.first }
}
