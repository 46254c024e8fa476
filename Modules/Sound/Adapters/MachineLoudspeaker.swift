import Files
import Kernel
import Programs
import Sound

extension Loudspeaker {
    /// The programs of a machine: the first that is there and that is heard.
    ///
    /// - Parameter folder: where a player that knows files alone finds them.
    public static func machine(_ programs: Programs, work folder: String) -> Loudspeaker {
        Loudspeaker { head in
            let found = AudioProgram.all.filter(\.playsLoops).compactMap { player in
                programs.find(player.name).map { (path: $0, player: player) }
            }
            guard !found.isEmpty else {
                throw Failure(
                    .nothingPlays, "No program that plays sound is installed.", advice: "Install one: \(AudioProgram.install)",
                    kind: .missingProgram)
            }
            let playback = MachinePlayback(head, found, folder)
            try playback.begin()
            return Playback(state: playback.state, place: playback.place, end: playback.end)
        }
    }
}

extension AudioProgram {
    /// Whether it reads what is made while it is heard; afplay, which does not, is the only one of a Mac.
    fileprivate var playsLoops: Bool { fromInput != nil || name == "afplay" }
}
