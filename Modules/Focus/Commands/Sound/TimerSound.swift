import Dispatch
import Focus
import Kernel
import Sound
import Synchronization

/// The audio of the timer: the chosen sound during focus and a bell at the end of a phase.
///
/// Sounds are rendered on a separate thread, so no caller waits.
final class TimerSound: Sendable {
    /// The length of a loop in seconds.
    ///
    /// It is long enough that a listener does not notice the repetition.
    private static let loopSeconds = 120

    /// The state that the caller and the rendering thread share.
    fileprivate struct State {
        /// The settings of the sound that should play now, or nil for silence.
        var wantedSettings: SoundChoice.Settings?
        /// The number of started renderings, by which a late one is recognized and discarded.
        var rendering = 0
        /// Whether a sound is being rendered.
        var isRendering = false
        var playback: Playback?
        var bell: Playback?
        /// The last rendered sound, by its ID.
        var clip: (id: String, clip: Clip)?
        /// The position in the clip at which the sound last stopped.
        var stopPosition = 0
        /// The reason why playing failed.
        var failure: Failure?
        /// Whether the failure has been shown.
        var isReported = false
    }

    private let choice: SoundChoice
    let kit: SoundKit
    private let state = Mutex(State())

    init(choice: SoundChoice, kit: SoundKit) {
        self.choice = choice
        self.kit = kit
    }

    /// Starts or stops the sound to match a session.
    ///
    /// - Returns: the reason why playing failed, reported once.
    func follow(_ session: FocusSession) -> Failure? {
        let isWanted = session.stage == .running && session.phase == .focus
        let settings = isWanted ? try? choice.settings() : nil
        guard let settings, settings.sound != nil, settings.volume > 0, !hasFailed, kit.playbackLock.acquire() else {
            pause()
            return unreportedFailure()
        }
        let isNew = state.withLock { state in
            if state.wantedSettings != settings { state.stop() }
            state.wantedSettings = settings
            return !state.isRendering && !state.isPlaying
        }
        if isNew { startRendering(settings) }
        return unreportedFailure()
    }

    /// Rings at the end of a phase if the user turned bells on.
    func ring(_ ended: FocusSession.Phase) {
        guard let settings = try? choice.settings(), settings.bells, settings.volume > 0, kit.playbackLock.acquire()
        else {
            return
        }
        let loudspeaker = kit.loudspeaker
        let bell = ended.isBreak ? Bell.work : .rest
        DispatchQueue.global().async { [self] in
            do {
                let bellPlayback = try loudspeaker.play(PlayHead(bell.clip, volume: settings.volume, fadeIn: 0))
                state.withLock { $0.bell = bellPlayback }
            } catch { state.withLock { $0.failure = $0.failure ?? error as? Failure } }
        }
    }

    /// Fades out and lets other processes play.
    func end() {
        pause()
        kit.playbackLock.release()
    }

    // MARK: - Playback

    private var hasFailed: Bool { state.withLock { $0.failure != nil } }

    /// Stops the sound, and keeps the right to play.
    private func pause() {
        state.withLock { state in
            state.stop()
            state.wantedSettings = nil
        }
    }

    /// Renders the sound on another thread, and plays it if it is still wanted.
    private func startRendering(_ settings: SoundChoice.Settings) {
        guard let id = settings.sound?.id, let sound = Soundscape.named(id) else { return }
        let (rendering, renderedClip, startPlace) = state.withLock { state in
            state.rendering += 1
            state.isRendering = true
            return (
                state.rendering, state.clip?.id == id ? state.clip?.clip : nil,
                state.clip?.id == id ? state.stopPosition : 0
            )
        }
        DispatchQueue.global().async { [self] in
            let clip = renderedClip ?? sound.loop(seconds: TimerSound.loopSeconds, seed: kit.seed())
            state.withLock { state in
                state.isRendering = state.isRendering && state.rendering != rendering
                guard state.rendering == rendering, state.wantedSettings == settings else { return }
                state.clip = (id, clip)
                do {
                    state.playback = try kit.loudspeaker.play(PlayHead(clip, from: startPlace, volume: settings.volume))
                } catch { state.failure = error as? Failure }
            }
        }
    }

    /// Returns the failure once.
    private func unreportedFailure() -> Failure? {
        state.withLock { state in
            guard !state.isReported, let failure = state.failure else { return nil }
            state.isReported = true
            return failure
        }
    }
}

extension TimerSound.State {
    /// Whether a sound plays, or failed and must not be restarted.
    ///
    /// The next `follow` restarts a sound that ended.
    fileprivate var isPlaying: Bool {
        mutating get {
            switch playback?.state() {
            case .playing: return true
            case .failed(let error): failure = error
            case .over, nil: break
            }
            playback = nil
            return failure != nil
        }
    }

    /// Stops the sound and discards a rendering in progress.
    fileprivate mutating func stop() {
        rendering += 1
        isRendering = false
        guard let stoppedPlayback = playback else { return }
        stopPosition = stoppedPlayback.position()
        stoppedPlayback.end()
        playback = nil
    }
}
