import Kernel
import Programs
import Speech
import Synchronization

extension Voice {
    /// So long a word may take, whatever says it.
    public static let patience = Duration.seconds(20)

    /// The programs of a machine: a player where somebody has recorded the word, else a synthesiser.
    public static func machine(
        _ programs: Programs, recordings: Recordings = .none, patience: Duration = Voice.patience
    ) -> Voice {
        let machine = MachineVoice(programs, recordings, patience)
        return Voice(
            say: machine.say, stop: machine.stop, sayToTheEnd: machine.sayToTheEnd,
            check: { _ = try machine.synthesiser(.usual) }, trial: machine.trial)
    }
}

/// One word at a time, said by a program beside us.
private final class MachineVoice: Sendable {
    private let programs: Programs
    private let recordings: Recordings
    private let patience: Duration
    private let speaker = Mutex(Companion?.none)

    init(_ programs: Programs, _ recordings: Recordings, _ patience: Duration) {
        (self.programs, self.recordings, self.patience) = (programs, recordings, patience)
    }

    @Sendable func say(_ utterance: Utterance) -> Failure? {
        speaker.withLock { speaker in
            // The word before: whoever goes on while it is said wants the next.
            let before = speaker?.result.flatMap(MachineVoice.trouble)
            speaker?.stop()
            speaker = nil
            do {
                let (call, doubt) = try call(for: utterance)
                speaker = try call.startBeside()
                return before ?? doubt
            } catch { return error as? Failure ?? before }
        }
    }

    @Sendable func stop() {
        speaker.withLock {
            $0?.stop()
            $0 = nil
        }
    }

    @Sendable func sayToTheEnd(_ utterance: Utterance) throws {
        let (call, doubt) = try call(for: utterance)
        if let trouble = try MachineVoice.trouble(call.run()) ?? doubt { throw trouble }
    }

    /// Lets the synthesiser say nothing: it looks for the loudspeaker all the same.
    @Sendable func trial() -> Failure? {
        guard let (path, words) = try? synthesiser(.usual) else { return nil }
        let call = ProgramCall(path, words, input: [UInt8(ascii: "\n")], deadline: min(patience, MachineVoice.trialPatience))
        do { return try MachineVoice.trouble(call.run()) } catch { return error as? Failure }
    }

    private static let trialPatience = Duration.seconds(3)

    // MARK: - Who says it

    /// - Returns: what is run, and what a person should know besides.
    private func call(for utterance: Utterance) throws -> (call: ProgramCall, doubt: Failure?) {
        guard let recording = recordings.of(utterance.subject) else { return (try spoken(utterance), nil) }
        let player = AudioProgram.all.lazy.filter { $0.endings.contains(recording.format.rawValue) }
            .compactMap { [programs] player in programs.find(player.name).map { (path: $0, player: player) } }.first
        if let player {
            return (ProgramCall(player.path, player.player.beforeFile + [recording.path], deadline: patience), nil)
        }
        let missing = Failure(
            .noPlayer, "No program here plays the \(recording.format.rawValue.uppercased()) recording of the word.",
            advice: "Install one: \(AudioProgram.install(recording.format))", kind: .missingProgram)
        guard let call = try? spoken(utterance) else { throw missing }
        return (call, missing)
    }

    private func spoken(_ utterance: Utterance) throws -> ProgramCall {
        let (path, synthesiser) = try synthesiser(utterance.pace)
        return ProgramCall(path, synthesiser, input: Array((utterance.words + "\n").utf8), deadline: patience)
    }

    func synthesiser(_ pace: Utterance.Pace) throws -> (path: String, arguments: [String]) {
        for one in Synthesiser.all {
            if let path = programs.find(one.name) { return (path, one.arguments(pace)) }
        }
        throw Failure(
            .missingProgram, "No program that speaks Korean is installed.", advice: "Install one: \(Synthesiser.install)",
            kind: .missingProgram)
    }

    // MARK: - How it went

    /// What a person should know of how a program ended; nil where it was stopped, or all went well. espeak-ng says `error:` and ends with 0 where no
    /// loudspeaker is.
    private static func trouble(_ result: ProgramResult) -> Failure? {
        let name = result.path.split(separator: "/").last.map(String.init) ?? result.path
        if result.timedOut {
            return noSound("“\(name)” did not come to an end and was stopped.")
        }
        let isPlayer = AudioProgram.all.contains { $0.name == name }
        let failed = noSound(
            isPlayer ? "“\(name)” could not play the recording of the word." : "“\(name)” could not say the word.")
        let errors = String(decoding: result.errors.suffix(4000), as: UTF8.self).split(whereSeparator: \.isNewline)
        switch result.ending {
        case .exited(0):
            let error = errors.last { $0.lowercased().hasPrefix("error") }
            return error.map { _ in isPlayer ? failed : noSound("“\(name)” found no loudspeaker here.") }
        case .exited: return failed
        case .killed: return nil
        }
    }

    private static func noSound(_ what: String) -> Failure {
        Failure(
            .noSound, what,
            advice: "Check the loudspeaker and the sound settings of this machine.", kind: .temporary)
    }
}
