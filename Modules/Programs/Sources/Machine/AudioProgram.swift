/// A program that plays sound, and with which words.
public struct AudioProgram: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// The endings of files that it plays.
    public let endings: Set<String>
    /// What stands before the path of a file, which begins with a slash.
    public let beforeFile: [String]
    /// With what it reads a WAV file without an end from standard input; nil for one that knows files alone.
    public let fromInput: [String]?

    init(_ name: String, _ endings: Set<String>, beforeFile: [String] = [], fromInput: [String]? = nil) {
        (self.name, self.endings, self.beforeFile, self.fromInput) = (name, endings, beforeFile, fromInput)
    }

    private static let everything: Set<String> = ["wav", "mp3", "m4a", "ogg", "opus", "flac"]
    private static let quietly = ["-nodisp", "-autoexit", "-loglevel", "error"]

    /// What a machine may have, the best first.
    public static let all = [
        AudioProgram("pw-play", ["wav", "ogg", "flac"], fromInput: ["-"]),
        AudioProgram("paplay", ["wav", "ogg", "flac"], fromInput: ["--latency-msec=200"]),
        AudioProgram("aplay", ["wav"], beforeFile: ["-q"], fromInput: ["-q", "--buffer-time=300000", "-"]),
        AudioProgram("afplay", ["wav", "mp3", "m4a", "flac"]),
        AudioProgram("ogg123", ["ogg", "flac"], beforeFile: ["-q"]),
        AudioProgram("mpg123", ["mp3"], beforeFile: ["-q"]),
        AudioProgram("mpv", everything, beforeFile: ["--no-video", "--really-quiet"]),
        AudioProgram("ffplay", everything, beforeFile: quietly, fromInput: quietly + ["-i", "pipe:0"]),
    ]

    /// How to get one that plays a WAV file.
    public static let install = "sudo apt install pipewire-bin, pulseaudio-utils or alsa-utils"
}
