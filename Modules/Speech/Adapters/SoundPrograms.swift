import Kernel
import Programs
import Speech

/// A program that speaks Korean. It reads the words on standard input.
struct Synthesiser {
    let name: String
    let arguments: @Sendable (Utterance.Pace) -> [String]

    /// What a machine may have, the best first.
    static let all = Platform.isMac ? [say, espeakNG, espeak] : [espeakNG, espeak]

    /// Words a minute; who learns wants them slower than the programs have them by themselves.
    private static let (usual, slow) = ("140", "90")
    private static let espeakNG = Synthesiser(name: "espeak-ng") { ["-v", "ko", "-s", $0 == .slow ? slow : usual, "--stdin"] }
    private static let espeak = Synthesiser(name: "espeak", arguments: espeakNG.arguments)
    private static let say = Synthesiser(name: "say") { ["-v", "Yuna", "-r", $0 == .slow ? slow : usual, "-f", "-"] }

    static let install = "sudo apt install espeak-ng"
}

extension AudioProgram {
    /// How to get one that plays a recording.
    static func install(_ format: Recording.Format) -> String {
        "sudo apt install \(format == .wav ? "alsa-utils" : "ffmpeg")"
    }
}
