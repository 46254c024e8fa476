/// A program that plays sound.
struct SoundPlayer {
    let name: String
    /// What makes it read a WAV file from standard input; what stands before the path for one that knows files alone.
    let arguments: [String]
    var wantsFile = false

    /// What a machine may have, the best first.
    static let all = [
        SoundPlayer(name: "pw-play", arguments: ["-"]),
        SoundPlayer(name: "paplay", arguments: ["--latency-msec=200"]),
        SoundPlayer(name: "aplay", arguments: ["-q", "--buffer-time=300000", "-"]),
        SoundPlayer(name: "afplay", arguments: [], wantsFile: true),
        SoundPlayer(name: "ffplay", arguments: ["-nodisp", "-autoexit", "-loglevel", "error", "-i", "pipe:0"]),
    ]

    static let install = "sudo apt install pipewire-bin, pulseaudio-utils or alsa-utils"
}
