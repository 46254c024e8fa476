import Kernel
import Programs
import Sound
import Synchronization

extension Voice {
    package static let waitLimit = Duration.seconds(20)

    /// Creates a voice from the machine's programs: a player for recorded words, and a synthesizer
    /// for others.
    package static func machine(
        _ programs: ProgramPath, recordings: Recordings = .none, waitLimit: Duration = Voice.waitLimit
    ) -> Voice {
        let machine = MachineVoice(programs, recordings, waitLimit)
        return Voice(
            say: machine.say, stop: machine.stop, sayAndWait: machine.sayAndWait,
            check: { _ = try machine.synthesizer(.usual) }, trial: machine.trial)
    }
}

/// A voice that says one word at a time through a child process.
private final class MachineVoice: Sendable {
    private let programs: ProgramPath
    private let recordings: Recordings
    private let waitLimit: Duration
    private let speaker = Mutex(ChildProcess?.none)

    init(_ programs: ProgramPath, _ recordings: Recordings, _ waitLimit: Duration) {
        self.programs = programs
        self.recordings = recordings
        self.waitLimit = waitLimit
    }

    @Sendable func say(_ utterance: Utterance) -> Failure? {
        speaker.withLock { speaker in
            // A user who goes on wants the next word, so the previous one stops.
            let previousFailure = speaker?.result.flatMap(MachineVoice.failure)
            speaker?.stop()
            speaker = nil
            do {
                let (call, warning) = try call(for: utterance)
                speaker = try call.startConcurrently()
                return previousFailure ?? warning
            } catch { return error as? Failure ?? previousFailure }
        }
    }

    @Sendable func stop() {
        speaker.withLock {
            $0?.stop()
            $0 = nil
        }
    }

    @Sendable func sayAndWait(_ utterance: Utterance) throws {
        let (call, warning) = try call(for: utterance)
        if let failure = try MachineVoice.failure(call.run()) ?? warning { throw failure }
    }

    /// Runs the synthesizer without words, which still opens the loudspeaker.
    @Sendable func trial() -> Failure? {
        guard let (path, words) = try? synthesizer(.usual) else { return nil }
        let call = ProgramCall(
            path, words, input: [UInt8(ascii: "\n")], deadline: min(waitLimit, MachineVoice.trialWaitLimit))
        do { return try MachineVoice.failure(call.run()) } catch { return error as? Failure }
    }

    private static let trialWaitLimit = Duration.seconds(3)

    // MARK: - Programs

    /// - Returns: the program to run, and a failure to report to the user.
    private func call(for utterance: Utterance) throws -> (call: ProgramCall, warning: Failure?) {
        guard let recording = recordings.recording(utterance.recordingID) else {
            return (try synthesizerCall(utterance), nil)
        }
        let player = AudioProgram.all.lazy.filter { $0.fileExtensions.contains(recording.format.rawValue) }
            .compactMap { [programs] player in programs.find(player.name).map { (path: $0, player: player) } }.first
        if let player {
            return (ProgramCall(player.path, player.player.beforeFile + [recording.path], deadline: waitLimit), nil)
        }
        let missing = Failure(
            .noPlayer, "No program here plays the \(recording.format.rawValue.uppercased()) recording of the word.",
            advice: "Install one: \(AudioProgram.install(recording.format))", kind: .missingProgram)
        guard let call = try? synthesizerCall(utterance) else { throw missing }
        return (call, missing)
    }

    private func synthesizerCall(_ utterance: Utterance) throws -> ProgramCall {
        let (path, synthesizer) = try synthesizer(utterance.pace)
        return ProgramCall(path, synthesizer, input: Array((utterance.hangul + "\n").utf8), deadline: waitLimit)
    }

    func synthesizer(_ pace: Utterance.Pace) throws -> (path: String, arguments: [String]) {
        for program in Synthesizer.all {
            if let path = programs.find(program.name) { return (path, program.arguments(pace)) }
        }
        throw Failure(
            .missingProgram, "No program that speaks Korean is installed.",
            advice: "Install one: \(Synthesizer.install)", kind: .missingProgram)
    }

    // MARK: - Results

    /// Returns the failure of a finished program, or nil if it was stopped or succeeded.
    ///
    /// Without a loudspeaker, espeak-ng prints `error:` and exits with 0.
    private static func failure(_ result: ProgramResult) -> Failure? {
        let name = result.path.split(separator: "/").last.map(String.init) ?? result.path
        if result.timedOut {
            return noSound("“\(name)” did not come to an end and was stopped.")
        }
        let isPlayer = AudioProgram.all.contains { $0.name == name }
        let playFailure = noSound(
            isPlayer ? "“\(name)” could not play the recording of the word." : "“\(name)” could not say the word.")
        let errors = String(decoding: result.errors.suffix(4000), as: UTF8.self).split(whereSeparator: \.isNewline)
        switch result.ending {
        case .exited(0):
            let error = errors.last { $0.lowercased().hasPrefix("error") }
            return error.map { _ in isPlayer ? playFailure : noSound("“\(name)” found no loudspeaker here.") }
        case .exited: return playFailure
        case .killed: return nil
        }
    }

    private static func noSound(_ what: String) -> Failure {
        Failure(
            .noSound, what, advice: "Check the loudspeaker and the sound settings of this machine.", kind: .temporary)
    }
}
