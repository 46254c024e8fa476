import Dispatch
import Focus
import Kernel
import Sound
import Synchronization

/// What is heard beside the timer: the chosen sound while focus runs, and a bell at the end of a round or break. Nothing waits for it: sounds are made
/// on a thread of their own.
final class Accompaniment: Sendable {
    /// Seconds of a loop: long enough that nobody knows it by heart.
    private static let loop = 120

    fileprivate struct State {
        var wanted: SoundChoice.Settings?
        /// Counts what was begun, so that what was made too late is not heard.
        var round = 0
        var isMaking = false
        var playback: Playback?
        var bell: Playback?
        var clip: (id: String, clip: Clip)?
        var place = 0
        var trouble: Failure?
        var isTold = false
    }

    private let choice: SoundChoice
    let kit: SoundKit
    private let state = Mutex(State())

    init(choice: SoundChoice, kit: SoundKit) { (self.choice, self.kit) = (choice, kit) }

    /// Plays, or does not, as the session stands now.
    ///
    /// - Returns: why nothing is heard, once.
    func follow(_ session: FocusSession) -> Failure? {
        let isWanted = session.stage == .running && session.phase == .focus
        let settings = isWanted ? try? choice.settings() : nil
        guard let settings, settings.sound != nil, settings.volume > 0, !hasFailed, kit.turn.take() else {
            rest()
            return trouble()
        }
        let isNew = state.withLock { state in
            if state.wanted != settings { state.stop() }
            state.wanted = settings
            return !state.isMaking && !state.isHeard
        }
        if isNew { begin(settings) }
        return trouble()
    }

    /// Rings at the end of a phase, where bells are wanted.
    func ring(_ ended: FocusSession.Phase) {
        guard let settings = try? choice.settings(), settings.bells, settings.volume > 0, kit.turn.take() else { return }
        let (loudspeaker, bell) = (kit.loudspeaker, ended.isBreak ? Bell.work : .rest)
        DispatchQueue.global().async { [self] in
            do {
                let rung = try loudspeaker.play(PlayHead(bell.clip, volume: settings.volume, coming: 0))
                state.withLock { $0.bell = rung }
            } catch { state.withLock { $0.trouble = $0.trouble ?? error as? Failure } }
        }
    }

    /// Falls silent, softly, and lets others play.
    func end() {
        rest()
        kit.turn.giveBack()
    }

    // MARK: - Within

    private var hasFailed: Bool { state.withLock { $0.trouble != nil } }

    private func rest() {
        state.withLock { state in
            state.stop()
            state.wanted = nil
        }
    }

    private func begin(_ settings: SoundChoice.Settings) {
        guard let id = settings.sound?.id, let sound = Soundscape.named(id) else { return }
        let (round, known, place) = state.withLock { state in
            state.round += 1
            state.isMaking = true
            return (state.round, state.clip?.id == id ? state.clip?.clip : nil, state.clip?.id == id ? state.place : 0)
        }
        DispatchQueue.global().async { [self] in
            let clip = known ?? sound.loop(seconds: Accompaniment.loop, seed: kit.seed())
            state.withLock { state in
                state.isMaking = state.isMaking && state.round != round
                guard state.round == round, state.wanted == settings else { return }
                state.clip = (id, clip)
                do {
                    state.playback = try kit.loudspeaker.play(PlayHead(clip, from: place, volume: settings.volume))
                } catch { state.trouble = error as? Failure }
            }
        }
    }

    private func trouble() -> Failure? {
        state.withLock { state in
            guard !state.isTold, let trouble = state.trouble else { return nil }
            state.isTold = true
            return trouble
        }
    }
}

extension Accompaniment.State {
    /// Whether something is heard; one that came to its end begins again.
    fileprivate var isHeard: Bool {
        mutating get {
            switch playback?.state() {
            case .playing: return true
            case .failed(let failure): trouble = failure
            case .over, nil: break
            }
            playback = nil
            return trouble != nil
        }
    }

    /// Whatever is being made is not heard any more, and what is heard goes.
    fileprivate mutating func stop() {
        round += 1
        isMaking = false
        guard let heard = playback else { return }
        place = heard.place()
        heard.end()
        playback = nil
    }
}
