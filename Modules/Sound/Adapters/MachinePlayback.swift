import Files
import Kernel
import Programs
import Sound
import Synchronization

/// A sound that a program plays: it is fed as fast as it is heard and hardly earlier, so that what is ended is soon silent, and what is fed last fits
/// into the pipe and is heard although nobody stays.
final class MachinePlayback: Sendable {
    /// How far the program is fed ahead of what can have been heard.
    private static let lead = 0.25
    /// A program that reads nothing for so long plays nothing.
    private static let patience = Duration.seconds(6)
    /// How long whoever ends a sound may be held up by it.
    private static let farewell = 30
    /// Frames at a time.
    private static let portion = 4800
    /// For players that know files alone: a file of so many seconds, behind which the next begins.
    private static let fileSeconds = 240.0

    private struct Work {
        var head: PlayHead
        var players: ArraySlice<(path: String, player: AudioProgram)>
        var companion: Companion?
        var name: String?
        var folder: TemporaryFolder?
        var since = SuspendingClock().now
        var asked = SuspendingClock().now
        var fed = 0
        var hasHeader = false
        var isEnding = false
        var isFed = false
        /// Why nothing was heard, however often somebody asks.
        var trouble: Failure?
    }

    private let first: PlayHead
    private let parent: String
    private let work: Mutex<Work>

    init(_ head: PlayHead, _ players: [(path: String, player: AudioProgram)], _ parent: String) {
        (first, self.parent) = (head, parent)
        work = Mutex(Work(head: head, players: players[...]))
    }

    /// Starts the first player that can be started.
    func begin() throws { try work.withLock { try next(&$0) } }

    private func next(_ work: inout Work) throws {
        while let (path, player) = work.players.popFirst() {
            (work.head, work.name) = (first, player.name)
            (work.since, work.asked) = (SuspendingClock().now, SuspendingClock().now)
            (work.fed, work.hasHeader, work.isFed) = (0, false, false)
            do {
                work.companion = try player.fromInput.map { try stream(path, $0) } ?? file(path, player, &work)
                return
            } catch  where !work.players.isEmpty { continue }
        }
    }

    private func stream(_ path: String, _ words: [String]) throws -> Companion {
        var call = ProgramCall(path, words, deadline: nil, outputLimit: 1 << 20)
        // It lives as long as the program reads: a bell is heard to its end though nobody asks after it.
        call.feed = Feed { [self] in portion() }
        return try call.startBeside()
    }

    /// The sound of some minutes as a file of its own, that goes softly at its end.
    private func file(_ path: String, _ player: AudioProgram, _ work: inout Work) throws -> Companion {
        var head = first.ending(after: MachinePlayback.fileSeconds)
        var frames: [UInt8] = []
        while let piece = head.next(MachinePlayback.portion * 10) { frames += piece }
        work.head = head
        do {
            // What a killed process left.
            TemporaryFolder.sweep(below: parent, prefix: "sound")
            let folder = try TemporaryFolder(below: parent, prefix: "sound")
            work.folder = folder
            work.fed = frames.count / 4
            let file = try folder.write(WaveFile.header(frames: work.fed) + frames, to: "sound.wav")
            return try ProgramCall(path, player.beforeFile + [file], deadline: nil, outputLimit: 1 << 20).startBeside()
        } catch let trouble as FileTrouble {
            throw Failure(.notHeard, "The sound could not be written for the player: \(trouble)", kind: .cannotCreate)
        }
    }

    private func portion() -> Feed.Portion {
        work.withLock { work in
            let now = SuspendingClock().now
            work.asked = now
            guard work.hasHeader else {
                work.hasHeader = true
                return .bytes(WaveFile.header(frames: nil))
            }
            let ahead = Double(work.fed) / Double(Loudness.rate) - work.since.duration(to: now) / .seconds(1)
            // What goes softly is given at once: nobody may be there for the rest.
            if !work.isEnding, ahead > MachinePlayback.lead { return .later(40) }
            guard let bytes = work.head.next(MachinePlayback.portion) else {
                work.isFed = true
                return .end
            }
            work.fed += bytes.count / 4
            return .bytes(bytes)
        }
    }

    // MARK: - What others see

    @Sendable func place() -> Int { work.withLock { $0.head.place } }

    @Sendable func end() {
        let companion = work.withLock { work -> Companion? in
            work.isEnding = true
            work.head.end()
            return work.folder == nil ? nil : work.companion
        }
        companion?.stop()
        var left = companion == nil ? MachinePlayback.farewell : 0
        while left > 0, work.withLock({ !$0.isFed && $0.companion?.isRunning == true }) {
            usleep(5000)
            left -= 1
        }
    }

    @Sendable func state() -> Playback.State {
        work.withLock { work in
            if let trouble = work.trouble { return .failed(trouble) }
            guard let companion = work.companion else { return .over }
            if companion.isRunning {
                let isStuck =
                    work.folder == nil && !work.isFed
                    && work.asked.duration(to: SuspendingClock().now) > MachinePlayback.patience
                guard isStuck else { return .playing }
                companion.stop()
                return failed(&work, "takes no sound.")
            }
            if work.isEnding { return .over }
            guard let result = companion.result, case .exited(0) = result.ending else {
                return failed(&work, "failed.")
            }
            let heard = work.since.duration(to: SuspendingClock().now) / .seconds(1)
            let wanted = Double(work.fed) / Double(Loudness.rate)
            if work.folder == nil ? work.isFed : heard > wanted - 5 { return .over }
            return failed(&work, "ended without playing.")
        }
    }

    /// Lets the next player try; there may be a server for that one.
    private func failed(_ work: inout Work, _ what: String) -> Playback.State {
        work.companion = nil
        if !work.isEnding, (try? next(&work)) != nil, work.companion != nil { return .playing }
        let name = work.name.map { "“\($0)” " } ?? ""
        let trouble = Failure(
            .notHeard, "There is no sound here: \(name)\(what)",
            advice: "Check the loudspeaker and the sound settings of this machine.", kind: .temporary)
        work.trouble = trouble
        return .failed(trouble)
    }
}
