import Kernel
import Pictures
import Programs

/// Which cameras a machine has, in its own order.
struct VideoDevices: Sendable {
    /// What ffmpeg is told of each, behind `-i`.
    let names: [String]

    /// The nodes of Linux that give pictures. A webcam has another one beside it that only describes them: those say that they are not its first.
    ///
    /// - Parameters:
    ///   - folder: where devices lie.
    ///   - facts: where the system says of each which one of its camera it is. What it does not know counts.
    static func nodes(in folder: String, facts: String) -> VideoDevices {
        let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)).map { (number: $0, name: name) } : nil
        }
        let first = all.sorted { $0.number < $1.number }.filter { node in
            guard let index = FileManager.default.contents(atPath: "\(facts)/\(node.name)/index") else { return true }
            return String(decoding: index, as: UTF8.self).trimmed() == "0"
        }
        return VideoDevices(names: first.map { "\(folder)/\($0.name)" })
    }

    /// What ffmpeg of macOS calls cameras; screens, which it lists beside them, are none.
    ///
    ///     [AVFoundation indev @ 0x7f8] AVFoundation video devices:
    ///     [AVFoundation indev @ 0x7f8] [0] FaceTime HD Camera
    static func listed(by ffmpeg: String) throws -> VideoDevices {
        let words = ["-hide_banner", "-nostdin", "-f", "avfoundation", "-list_devices", "true", "-i", ""]
        // It ends with an error, as there is nothing to record.
        let said = try ProgramCall(ffmpeg, words, deadline: .seconds(10), outputLimit: 1 << 16).run().errors
        var (names, isVideo): ([String], Bool) = ([], false)
        for line in String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.drop { $0 != "]" }.dropFirst().drop { $0 == " " }
            if words.hasPrefix("AVFoundation") {
                isVideo = words.contains("video devices")
            } else if isVideo, words.hasPrefix("["), let end = words.firstIndex(of: "]"),
                let number = Int(words[words.index(after: words.startIndex)..<end]),
                !words[end...].dropFirst().drop(while: { $0 == " " }).hasPrefix("Capture screen")
            {
                names.append("\(number):none")
            }
        }
        return VideoDevices(names: names)
    }

    /// The first one looks at the person, the second one away; one alone is both. Nil where there is none.
    func name(of side: Camera.Side) -> String? { side == .back && names.count > 1 ? names[1] : names.first }
}
