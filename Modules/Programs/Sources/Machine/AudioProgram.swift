/// A program that plays sound, with its arguments.
package struct AudioProgram: Hashable, Sendable {
    package let name: String
    package let fileExtensions: Set<String>
    /// The arguments before the path of a file, which begins with a slash.
    package let beforeFile: [String]
    /// The arguments to read an endless WAV file from standard input, or nil for a program that
    /// reads files only.
    package let fromInput: [String]?

    init(_ name: String, _ fileExtensions: Set<String>, beforeFile: [String] = [], fromInput: [String]? = nil) {
        self.name = name
        self.fileExtensions = fileExtensions
        self.beforeFile = beforeFile
        self.fromInput = fromInput
    }

    private static let allFormats: Set<String> = ["wav", "mp3", "m4a", "ogg", "opus", "flac"]
    /// The options that make `ffplay` play without a window or messages.
    private static let silentOptions = ["-nodisp", "-autoexit", "-loglevel", "error"]

    /// The supported players.
    package static let all = [
        AudioProgram("pw-play", ["wav", "ogg", "flac"], fromInput: ["-"]),
        AudioProgram("paplay", ["wav", "ogg", "flac"], fromInput: ["--latency-msec=200"]),
        AudioProgram("aplay", ["wav"], beforeFile: ["-q"], fromInput: ["-q", "--buffer-time=300000", "-"]),
        AudioProgram("afplay", ["wav", "mp3", "m4a", "flac"]),
        AudioProgram("ogg123", ["ogg", "flac"], beforeFile: ["-q"]),
        AudioProgram("mpg123", ["mp3"], beforeFile: ["-q"]),
        AudioProgram("mpv", allFormats, beforeFile: ["--no-video", "--really-quiet"]),
        AudioProgram("ffplay", allFormats, beforeFile: silentOptions, fromInput: silentOptions + ["-i", "pipe:0"]),
    ]

    /// The command that installs a player, for the user to copy.
    package static let install = "sudo apt install pipewire-bin, pulseaudio-utils or alsa-utils"
}
