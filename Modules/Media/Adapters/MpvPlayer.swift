import Kernel
import Media
import Programs

extension VideoPlayer {
    /// Creates a player with `mpv` from PATH in its own window, which survives the end of the app.
    ///
    /// - Parameter waitLimit: the seconds of observation. Without a screen or with an unreadable
    ///   file, mpv ends sooner.
    package static func mpv(_ programs: ProgramPath, waitLimit: Double = 0.8) -> VideoPlayer {
        VideoPlayer { path, options in
            guard let mpv = programs.find("mpv") else { return false }
            let ending = try ProgramCall(mpv, arguments(options) + ["--", path]).startDetached(watchedFor: waitLimit)
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
    static func arguments(_ options: PlaybackOptions) -> [String] {
        var arguments = ["--no-terminal", "--force-window=yes", "--ytdl=no", "--speed=\(options.pace.rawValue)"]
        let from = options.from.map(seconds)
        let to = options.to.map(seconds)
        if let from { arguments.append("--start=\(from)") }
        if options.isLooping {
            let isSection = from != nil || to != nil
            arguments.append(isSection ? "--ab-loop-a=\(from ?? "0")" : "--loop-file=inf")
            if isSection, let to { arguments.append("--ab-loop-b=\(to)") }
        } else if let to {
            arguments.append("--end=\(to)")
        }
        return arguments
    }

    /// Returns milliseconds as seconds with three decimals.
    private static func seconds(_ milliseconds: Int) -> String {
        "\(milliseconds / 1000)." + String(1000 + milliseconds % 1000).dropFirst()
    }
}
