import Kernel
import Speech

/// A program that speaks Korean. It reads the words on standard input.
struct Synthesiser {
    let name: String
    let arguments: @Sendable (Utterance.Pace) -> [String]

    /// What a machine may have, the best first.
    static let all = onMac ? [say, espeakNG, espeak] : [espeakNG, espeak]

    #if canImport(Darwin)
        private static let onMac = true
    #else
        private static let onMac = false
    #endif

    /// Words a minute; who learns wants them slower than the programs have them by themselves.
    private static let (usual, slow) = ("140", "90")
    private static let espeakNG = Synthesiser(name: "espeak-ng") { ["-v", "ko", "-s", $0 == .slow ? slow : usual, "--stdin"] }
    private static let espeak = Synthesiser(name: "espeak", arguments: espeakNG.arguments)
    private static let say = Synthesiser(name: "say") { ["-v", "Yuna", "-r", $0 == .slow ? slow : usual, "-f", "-"] }

    static let install = "sudo apt install espeak-ng"
}

/// A program that plays files of sound.
struct Player {
    let name: String
    let formats: Set<Recording.Format>
    /// What stands in front of the path, which begins with a slash.
    let arguments: [String]

    /// What a machine may have; the first that there is and that knows the format plays.
    static let all = [
        Player(name: "afplay", formats: [.wav, .mp3, .m4a], arguments: []),
        Player(name: "paplay", formats: [.wav, .ogg], arguments: []),
        Player(name: "aplay", formats: [.wav], arguments: ["-q"]),
        Player(name: "ogg123", formats: [.ogg], arguments: ["-q"]),
        Player(name: "mpg123", formats: [.mp3], arguments: ["-q"]),
        Player(name: "mpv", formats: Set(Recording.Format.allCases), arguments: ["--no-video", "--really-quiet"]),
        Player(
            name: "ffplay", formats: Set(Recording.Format.allCases), arguments: ["-nodisp", "-autoexit", "-loglevel", "error"]),
    ]

    static func install(_ format: Recording.Format) -> String {
        "sudo apt install \(format == .wav ? "alsa-utils" : "ffmpeg")"
    }
}
