import Files
import Kernel
import Programs
import Sound
import Synchronization

/// A sound played by a program that receives data only slightly ahead of playback.
///
/// Ending therefore silences it soon. The last data fits into the pipe and plays even after this
/// process ends.
final class MachinePlayback: Sendable {
    /// The lead of the program's input over playback, in seconds.
    private static let maxLeadSeconds = 0.25
    private static let waitLimit = Duration.seconds(6)
    /// The maximum number of waits of 5 ms when a caller ends a sound.
    private static let maxFadeWaits = 30
    /// The number of frames in each piece.
    private static let pieceFrames = 4800
    /// The length in seconds of each consecutive file, for players that read only files.
    private static let fileSeconds = 240.0

    /// The state of playback, which the player's feed and the caller share.
    private struct Work {
        var head: PlayHead
        var players: ArraySlice<(path: String, player: AudioProgram)>
        var process: ChildProcess?
        var name: String?
        var folder: TemporaryFolder?
        var startTime = SuspendingClock().now
        var lastRequest = SuspendingClock().now
        var writtenFrames = 0
        var hasHeader = false
        var isEnding = false
        var hasWrittenAll = false
        var failure: Failure?
    }

    private let startHead: PlayHead
    private let parentFolder: String
    private let work: Mutex<Work>

    init(_ head: PlayHead, _ players: [(path: String, player: AudioProgram)], _ parentFolder: String) {
        startHead = head
        self.parentFolder = parentFolder
        work = Mutex(Work(head: head, players: players[...]))
    }

    /// Starts the first player that can start.
    func begin() throws { try work.withLock { try startNextPlayer(&$0) } }

    /// Starts the next player that can start. It throws only if the last one fails.
    private func startNextPlayer(_ work: inout Work) throws {
        while let (path, player) = work.players.popFirst() {
            (work.head, work.name) = (startHead, player.name)
            (work.startTime, work.lastRequest) = (SuspendingClock().now, SuspendingClock().now)
            (work.writtenFrames, work.hasHeader, work.hasWrittenAll) = (0, false, false)
            do {
                work.process = try player.fromInput.map { try startStream(path, $0) } ?? startFile(path, player, &work)
                return
            } catch  where !work.players.isEmpty { continue }
        }
    }

    /// Starts a player that reads the sound from its standard input.
    private func startStream(_ path: String, _ words: [String]) throws -> ChildProcess {
        var call = ProgramCall(path, words, deadline: nil, outputLimit: 1 << 20)
        // The program keeps itself alive as long as it reads. A bell plays to its end without a
        // reference to it.
        call.feed = Feed { [self] in nextPiece() }
        return try call.startConcurrently()
    }

    /// Writes some minutes of the sound to a file that fades out at its end.
    private func startFile(_ path: String, _ player: AudioProgram, _ work: inout Work) throws -> ChildProcess {
        var head = startHead.ending(after: MachinePlayback.fileSeconds)
        var frames: [UInt8] = []
        while let piece = head.next(MachinePlayback.pieceFrames * 10) { frames += piece }
        work.head = head
        do {
            // Deletes the folders of killed processes.
            TemporaryFolder.sweep(below: parentFolder, prefix: "sound")
            let folder = try TemporaryFolder(below: parentFolder, prefix: "sound")
            work.folder = folder
            work.writtenFrames = frames.count / 4
            let file = try folder.write(WaveFile.header(frames: work.writtenFrames) + frames, to: "sound.wav")
            return try ProgramCall(path, player.beforeFile + [file], deadline: nil, outputLimit: 1 << 20)
                .startConcurrently()
        } catch let failure as FileError {
            throw Failure(.notHeard, "The sound could not be written for the player: \(failure)", kind: .cannotCreate)
        }
    }

    /// Returns the next bytes for the player, or a wait of 40 ms while it is far enough ahead.
    private func nextPiece() -> Feed.Portion {
        work.withLock { work in
            let now = SuspendingClock().now
            work.lastRequest = now
            guard work.hasHeader else {
                work.hasHeader = true
                return .bytes(WaveFile.header(frames: nil))
            }
            let leadSeconds =
                Double(work.writtenFrames) / Double(Loudness.rate) - work.startTime.duration(to: now) / .seconds(1)
            // A fading sound is written at once, because this process may end before the rest.
            if !work.isEnding, leadSeconds > MachinePlayback.maxLeadSeconds { return .later(40) }
            guard let bytes = work.head.next(MachinePlayback.pieceFrames) else {
                work.hasWrittenAll = true
                return .end
            }
            work.writtenFrames += bytes.count / 4
            return .bytes(bytes)
        }
    }

    // MARK: - Playback

    @Sendable func place() -> Int { work.withLock { $0.head.position } }

    /// Stops a player of files, or fades the sound out and waits until it is silent.
    @Sendable func end() {
        let process = work.withLock { work -> ChildProcess? in
            work.isEnding = true
            work.head.end()
            return work.folder == nil ? nil : work.process
        }
        process?.stop()
        var waits = process == nil ? MachinePlayback.maxFadeWaits : 0
        while waits > 0, work.withLock({ !$0.hasWrittenAll && $0.process?.isRunning == true }) {
            usleep(5000)
            waits -= 1
        }
    }

    @Sendable func state() -> Playback.State {
        work.withLock { work in
            if let failure = work.failure { return .failed(failure) }
            guard let process = work.process else { return .over }
            if process.isRunning {
                let isStuck =
                    work.folder == nil && !work.hasWrittenAll
                    && work.lastRequest.duration(to: SuspendingClock().now) > MachinePlayback.waitLimit
                guard isStuck else { return .playing }
                process.stop()
                return fail(&work, "takes no sound.")
            }
            if work.isEnding { return .over }
            guard let result = process.result, case .exited(0) = result.ending else {
                return fail(&work, "failed.")
            }
            let elapsed = work.startTime.duration(to: SuspendingClock().now) / .seconds(1)
            let soundSeconds = Double(work.writtenFrames) / Double(Loudness.rate)
            if work.folder == nil ? work.hasWrittenAll : elapsed > soundSeconds - 5 { return .over }
            return fail(&work, "ended without playing.")
        }
    }

    /// Switches to the next player, which may have a running server.
    private func fail(_ work: inout Work, _ what: String) -> Playback.State {
        work.process = nil
        if !work.isEnding, (try? startNextPlayer(&work)) != nil, work.process != nil { return .playing }
        let name = work.name.map { "“\($0)” " } ?? ""
        let failure = Failure(
            .notHeard, "There is no sound here: \(name)\(what)",
            advice: "Check the loudspeaker and the sound settings of this machine.", kind: .temporary)
        work.failure = failure
        return .failed(failure)
    }
}
