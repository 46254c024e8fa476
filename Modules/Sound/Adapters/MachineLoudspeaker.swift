import Files
import Kernel
import Programs
import Sound

extension Loudspeaker {
    /// Creates a loudspeaker from the machine's programs, using the first one that is installed and
    /// plays.
    ///
    /// - Parameter folder: the folder for a player that reads only files.
    package static func machine(_ programs: ProgramPath, work folder: String) -> Loudspeaker {
        Loudspeaker { head in
            let players = AudioProgram.all.filter(\.playsLoops).compactMap { player in
                programs.find(player.name).map { (path: $0, player: player) }
            }
            guard !players.isEmpty else {
                throw Failure(
                    .nothingPlays, "No program that plays sound is installed.",
                    advice: "Install one: \(AudioProgram.install)", kind: .missingProgram)
            }
            let playback = MachinePlayback(head, players, folder)
            try playback.begin()
            return Playback(state: playback.state, position: playback.place, end: playback.end)
        }
    }
}

extension AudioProgram {
    /// Whether the program can play loops.
    ///
    /// Such a program reads sound while it plays. The only exception is afplay, since a Mac has no
    /// other player.
    fileprivate var playsLoops: Bool { fromInput != nil || name == "afplay" }
}
