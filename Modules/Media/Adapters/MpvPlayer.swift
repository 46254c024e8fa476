import Kernel
import Media
import Programs

extension VideoPlayer {
    /// `mpv` in a window of its own, where it is on PATH. It goes on when the app ends.
    ///
    /// - Parameter patience: for so many seconds it is looked at: without a screen, or with a file that it cannot read, it has ended by then.
    public static func mpv(_ programs: Programs, patience: Double = 0.8) -> VideoPlayer {
        VideoPlayer { path, playing in
            guard let mpv = programs.find("mpv") else { return false }
            let ending = try ProgramCall(mpv, arguments(playing) + ["--", path]).startDetached(watchedFor: patience)
            guard ending == nil || ending == .exited(0) else {
                throw Failure(
                    .nothingPlayed, "mpv ended at once, without playing anything.",
                    advice: "It needs a desktop, or cannot read this file: `mpv \(path)` says why.", kind: .missingProgram)
            }
            return true
        }
    }

    /// What mpv is told. It reads that file and nothing of the network, whatever the file says.
    static func arguments(_ playing: Playing) -> [String] {
        var words = ["--no-terminal", "--force-window=yes", "--ytdl=no", "--speed=\(playing.pace.rawValue)"]
        let (from, to) = (playing.from.map(seconds), playing.to.map(seconds))
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
