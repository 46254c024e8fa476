import Focus
import Kernel
import Reminders
import Sound
import Terminal

/// The commands of `sound`.
struct SoundDesk: Sendable {
    let sounds: SoundChoice
    let kit: SoundKit
    let timer: FocusTimer
    let announcer: Notifier
    /// Waits so many seconds.
    let sleep: @Sendable (Double) -> Void

    /// Seconds that everybody may hear of what is for Pro.
    static let sample = 15

    static let fields: [Field<SoundChoice.Row>] = [
        Field("id", title: "Name", "the name to type") { .text($0.sound.id) },
        Field("name", title: "Sound", "the name", cell: { StyledText($0.sound.name, $0.isChosen ? .title : .plain) }) {
            .text($0.sound.name)
        },
        Field("chosen", title: "", "whether it accompanies the timer", cell: { StyledText($0.isChosen ? "chosen" : "", .good) }) {
            .bool($0.isChosen)
        },
        Field(
            "locked", title: "", "whether it is for Pro", cell: { StyledText($0.isLocked ? "🔒 \(LockText.badge)" : "", .muted) }
        ) { .bool($0.isLocked) },
    ]

    static let settings: [Field<SoundChoice.Settings>] = [
        Field("sound", title: "Sound", "the name of the sound beside the timer; nothing for silence") { .text($0.sound?.id) },
        Field("volume", title: "Volume", "0 to 100", cell: { "\($0.volume) %" }) { .integer($0.volume) },
        Field("bells", title: "Bells", "whether a bell rings at the end of a round or break") { .bool($0.bells) },
    ]

    var list: Command {
        Command(
            "sound list", "List the sounds", examples: [.init("sound list", "All eleven")], returns: .list(SoundDesk.fields)
        ) {
            .list(
                try sounds.all(), SoundDesk.fields, heading: "Sounds", empty: "There are no sounds.",
                next: ["sound use fireplace", "sound preview ocean-waves"])
        }
    }

    var use: Command {
        Command(
            "sound use", "Choose what you hear while you focus",
            discussion: """
                The sound comes with each round of focus, pauses when you pause, and goes at the end. It takes effect in a running round too. \
                Nothing plays unless you choose it.
                """,
            examples: [
                .init("sound use fireplace", "A fire"), .init("sound use --off", "Silence"),
                .init("sound use --volume 40 --bells on", "Softer, with a bell at the end of a round or break"),
            ],
            Parameter<String?>.optionalArgument("sound", name, "the sound's name, as in `sound list`"),
            .flag("off", "no sound"), .option("volume", .integer(0...100), "how loud, 70 unless you change it"),
            Parameter<Switch?>.option("bells", .choice("ON"), "whether a bell rings at the end of a round or break"),
            returns: .one(SoundDesk.settings), changes: true
        ) { name, off, volume, bells in
            guard !(off && name != nil) else {
                throw Failure(.soundAndNone, "--off and a sound cannot be used together.", kind: .usage)
            }
            var now = try sounds.settings()
            if name != nil || off { now = try sounds.use(name) }
            if let volume { now = try sounds.setVolume(volume) }
            if let bells { now = try sounds.setBells(bells == .on) }
            guard name != nil || off || volume != nil || bells != nil else {
                return .one(now, SoundDesk.settings, next: ["sound list"])
            }
            let heard = now.sound.map { "\($0.name) (\($0.id)) at \(now.volume) %" } ?? "no sound"
            return .changed(
                "While you focus: \(heard)\(now.bells ? ", with bells" : "").", now, SoundDesk.settings,
                next: now.sound == nil ? ["sound list"] : ["start"])
        }
    }

    var play: Command {
        Command(
            "sound play", "Play a sound without the timer",
            discussion: "It plays until the time is up, or until you press Ctrl-C.",
            examples: [.init("sound play fireplace --for 25m", "25 minutes of fire", runs: false)],
            .argument("sound", name, "the sound's name, as in `sound list`"),
            .option("for", .duration, default: 3600, shown: "1h", "how long"), returns: .one(SoundDesk.fields)
        ) { name, seconds in try heard(try sounds.sound(name), seconds) }
    }

    var preview: Command {
        Command(
            "sound preview", "Hear \(SoundDesk.sample) seconds of any sound",
            examples: [.init("sound preview ocean-waves", "One that is for Pro", runs: false)],
            .argument("sound", name, "the sound's name, as in `sound list`"), returns: .one(SoundDesk.fields)
        ) { try heard(try sounds.sample($0), SoundDesk.sample) }
    }

    var export: Command {
        Command(
            "sound export", "Write a sound to a file",
            discussion: """
                48 kHz, stereo, 16 bits, -23 LUFS. The file can be played round and round: its end goes on at its beginning. FLAC needs \
                the program flac or ffmpeg.
                """,
            examples: [.init("sound export fireplace --minutes 1 fireplace.wav", "A minute, to be repeated")],
            .argument("sound", name, "the sound's name, as in `sound list`"),
            .argument("file", .outputFile, "the file to write, .wav or .flac"),
            .option("minutes", .integer(1...WaveFile.mostMinutes), default: 10, "how many minutes"),
            returns: .one(SoundDesk.fields)
        ) { name, file, minutes in
            let row = try sounds.row(of: try sounds.sound(name))
            guard let sound = Soundscape.named(row.sound.id) else { throw unknown(row.sound) }
            let isFLAC = try isFLAC(file.path)
            return Output(
                continuation: .work(title: "Making \(row.sound.name)", total: 60 * minutes) { advance in
                    let (next, count) = (WaveFile.pieces(of: sound, minutes: minutes, seed: kit.seed()), Count())
                    let told: @Sendable () -> [UInt8]? = {
                        count.add()
                        return next()
                    }
                    try file.write { write in
                        if isFLAC { return try kit.packer.flac(told, write) }
                        while let piece = told() {
                            try write(piece)
                            advance(count.value)
                        }
                    }
                    return .changed(
                        "Wrote \(counted(minutes, "minute")) of \(row.sound.name) to \(file.path) (\(row.sound.id)).", row,
                        SoundDesk.fields, next: ["sound list"])
                })
        }
    }

    var follow: Command {
        Command(
            "sound follow", "Play the chosen sound beside a timer that has no screen",
            discussion: """
                `start --detach` and q on the timer begin this by themselves. It follows pauses and breaks, and ends with the session. Where another \
                process plays already, it ends at once.
                """,
            examples: [.init("sound follow", "Beside a running timer", runs: false)], returns: .one(SoundDesk.settings)
        ) {
            guard let session = try timer.session() else {
                throw Failure(.nothingRuns, "No timer is running.", advice: "Start one with `start`.")
            }
            if kit.turn.begin() { try accompany(session) }
            return .one(try sounds.settings(), SoundDesk.settings, next: ["status"])
        }
    }

    // MARK: - What they share

    private enum Switch: String, CaseIterable, Sendable { case on, off }

    private var name: ValueKind<String> {
        ValueKind<String>.text("SOUND", limit: 40).completed { _ in Catalogue.sounds.items.map(\.id) }
    }

    private func unknown(_ item: CatalogueItem) -> Failure {
        Failure(.notInCatalogue, "There is no “\(item.id)”.", advice: "See `sound list`.", kind: .usage)
    }

    private func isFLAC(_ path: String) throws -> Bool {
        if path.lowercased().hasSuffix(".flac") { return true }
        guard path == "-" || path.lowercased().hasSuffix(".wav") else {
            throw Failure(
                .soundFormUnknown, "A sound can be .wav or .flac.", advice: "Choose a name such as rain.wav.", kind: .usage)
        }
        return false
    }

    /// Plays to the end of its time, second by second.
    private func heard(_ item: CatalogueItem, _ seconds: Int) throws -> Output {
        let (row, volume) = (try sounds.row(of: item), try sounds.settings().volume)
        guard let sound = Soundscape.named(item.id) else { throw unknown(item) }
        return Output(
            continuation: .work(title: item.name, total: seconds) { advance in
                let clip = sound.loop(seconds: min(120, max(10, seconds)), seed: kit.seed())
                let playback = try kit.loudspeaker.play(PlayHead(clip, volume: volume, seconds: Double(seconds), going: 1.5))
                var ticks = 0
                playing: while ticks <= 4 * (seconds + 5) {
                    switch playback.state() {
                    case .failed(let failure): throw failure
                    case .over: break playing
                    case .playing: sleep(0.25)
                    }
                    ticks += 1
                    if ticks % 4 == 0 { advance(min(seconds, ticks / 4)) }
                }
                return .one(
                    row, SoundDesk.fields, blocks: [.paragraph(StyledText("Played \(row.sound.name)."))],
                    next: row.isLocked ? ["plan catalogue"] : ["sound use \(item.id)"])
            })
    }

    /// Stays beside the timer as long as it runs, and a little longer.
    private func accompany(_ first: FocusSession) throws {
        let accompaniment = Accompaniment(choice: sounds, kit: kit)
        defer { accompaniment.end() }
        var (session, idle) = (first, 0)
        while idle < SoundDesk.patience {
            if let trouble = accompaniment.follow(session) { try announcer.tell("No sound", trouble.message) }
            sleep(1)
            guard let next = try timer.session() else { return }
            var untouched = session
            _ = untouched.advance(to: timer.time.now())
            // What a person skipped is no news to them.
            if next.phaseStartedAt != session.phaseStartedAt, next.phaseStartedAt == untouched.phaseStartedAt {
                accompaniment.ring(session.phase)
            }
            idle = next.stage == .running ? 0 : idle + 1
            session = next
        }
    }

    /// Seconds of a pause after which whoever goes on begins it anew.
    private static let patience = 30
}
