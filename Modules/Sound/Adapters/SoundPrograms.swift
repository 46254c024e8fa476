import Kernel
import Programs
import Sound

/// A program that speaks Korean words from its standard input.
struct Synthesizer {
    let name: String
    let arguments: @Sendable (Utterance.Pace) -> [String]

    static let all = Platform.isMac ? [say, espeakNG, espeak] : [espeakNG, espeak]

    /// The speeds in words a minute, slower than the programs' defaults because learners need it.
    private static let (normalRate, slowRate) = ("140", "90")
    private static let espeakNG = Synthesizer(name: "espeak-ng") {
        ["-v", "ko", "-s", $0 == .slow ? slowRate : normalRate, "--stdin"]
    }
    private static let espeak = Synthesizer(name: "espeak", arguments: espeakNG.arguments)
    private static let say = Synthesizer(name: "say") {
        ["-v", "Yuna", "-r", $0 == .slow ? slowRate : normalRate, "-f", "-"]
    }

    static let install = "sudo apt install espeak-ng"
}

extension AudioProgram {
    /// Returns instructions to install a player of recordings.
    static func install(_ format: Recording.Format) -> String {
        "sudo apt install \(format == .wav ? "alsa-utils" : "ffmpeg")"
    }
}
