import Kernel
import Media
import Programs

extension VideoPlayer {
    /// Creates a player with `mpv` from PATH in its own window, which survives the end of the app.
    ///
    /// - Parameter waitLimit: the seconds of observation. Without a screen or with an unreadable
    ///   file, mpv ends sooner.
    package static func mpv(_ programs: ProgramPath, waitLimit: Double = 0.8) -> VideoPlayer {
        VideoPlayer { path, playing in
            guard let mpv = programs.find("mpv") else { return false }
            let ending = try ProgramCall(mpv, arguments(playing) + ["--", path]).startDetached(watchedFor: waitLimit)
            guard ending == nil || ending == .exited(0) else {
                throw Failure(
                    .nothingPlayed, "mpv ended at once, without playing anything.",
                    advice: "It needs a desktop, or cannot read this file: `mpv \(path)` says why.",
                    kind: .missingProgram)
            }
            return true
        }
    }

    /// Returns the arguments of mpv, which permit that file and no network access, whatever the
    /// file contains.
    static func arguments(_ playing: PlaybackOptions) -> [String] {
        var words = ["--no-terminal", "--force-window=yes", "--ytdl=no", "--speed=\(playing.pace.rawValue)"]
        let from = playing.from.map(seconds)
        let to = playing.to.map(seconds)
        if let from { words.append("--start=\(from)") }
        if playing.loops {
            let isSection = from != nil || to != nil
            words.append(isSection ? "--ab-loop-a=\(from ?? "0")" : "--loop-file=inf")
            if isSection, let to { words.append("--ab-loop-b=\(to)") }
        } else if let to {
            words.append("--end=\(to)")
        }
        return words
    }

    private static func seconds(_ milliseconds: Int) -> String {
        "\(milliseconds / 1000)." + String(1000 + milliseconds % 1000).dropFirst()
    }
}
