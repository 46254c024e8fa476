import Focus
import Interface
import Kernel
import Sound

/// The commands of `sound`.
struct SoundCommands: Sendable {
    let sounds: SoundChoice
    let kit: SoundKit
    /// Waits for the given number of seconds.
    let sleep: @Sendable (Double) -> Void

    /// The seconds of a free preview of a sound for Pro.
    static let previewSeconds = 15

    static let fields = CatalogFields.all("Sound", chosen: "whether it accompanies the timer")

    /// The output fields of the timer's sound.
    static let settings: [Field<SoundChoice.Settings>] = [
        Field("sound", title: "Sound", "the name of the sound of the timer; empty for silence") {
            .text($0.sound?.id)
        },
        Field("volume", title: "Volume", "0 to 100", cell: { "\($0.volume) %" }) { .integer($0.volume) },
        Field("bells", title: "Bells", "whether a bell rings at the end of a round or break") { .bool($0.bells) },
    ]

    var list: Command {
        Command(
            "sound list", "List the sounds", examples: [.init("sound list", "All eleven")],
            returns: .list(SoundCommands.fields)
        ) {
            .list(
                try sounds.all(), SoundCommands.fields, heading: "Sounds", empty: "There are no sounds.",
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
            returns: .one(SoundCommands.settings), changes: true
        ) { name, off, volume, bells in
            guard !(off && name != nil) else {
                throw Failure(.soundAndNone, "--off and a sound cannot be used together.", kind: .usage)
            }
            var settings = try sounds.settings()
            if name != nil || off { settings = try sounds.use(name) }
            if let volume { settings = try sounds.setVolume(volume) }
            if let bells { settings = try sounds.setBells(bells == .on) }
            guard name != nil || off || volume != nil || bells != nil else {
                return .one(settings, SoundCommands.settings, next: ["sound list"])
            }
            let soundText = settings.sound.map { "\($0.name) (\($0.id)) at \(settings.volume) %" } ?? "no sound"
            return .changed(
                settings.bells ? "While you focus: \(soundText), with bells." : "While you focus: \(soundText).",
                settings,
                SoundCommands.settings, next: settings.sound == nil ? ["sound list"] : ["start"])
        }
    }

    var play: Command {
        Command(
            "sound play", "Play a sound without the timer",
            discussion: "It plays until the time is up, or until you press Ctrl-C.",
            examples: [.init("sound play fireplace --for 25m", "25 minutes of fire", runs: false)],
            .argument("sound", name, "the sound's name, as in `sound list`"),
            .option("for", .duration, default: 3600, shown: "1h", "how long"), returns: .one(SoundCommands.fields)
        ) { name, seconds in try playback(try sounds.sound(name), seconds) }
    }

    var preview: Command {
        Command(
            "sound preview", "Hear \(SoundCommands.previewSeconds) seconds of any sound",
            examples: [.init("sound preview ocean-waves", "One that is for Pro", runs: false)],
            .argument("sound", name, "the sound's name, as in `sound list`"), returns: .one(SoundCommands.fields)
        ) { try playback(try sounds.previewSound($0), SoundCommands.previewSeconds) }
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
            returns: .one(SoundCommands.fields)
        ) { name, file, minutes in
            let row = try row(of: try sounds.sound(name))
            guard let sound = Soundscape.named(row.item.id) else { throw unknown(row.item) }
            let isFLAC = try isFLAC(file.path)
            return Output(
                continuation: .work(title: "Making \(row.item.name)", total: 60 * minutes) { advance in
                    let next = WaveFile.pieces(of: sound, minutes: minutes, seed: kit.seed())
                    let count = PieceCounter()
                    let reportingNext: @Sendable () -> [UInt8]? = {
                        count.add()
                        return next()
                    }
                    try file.write { write in
                        if isFLAC { return try kit.packer.flac(reportingNext, write) }
                        while let piece = reportingNext() {
                            try write(piece)
                            advance(count.value)
                        }
                    }
                    return .changed(
                        "Wrote \(counted(minutes, "minute")) of \(row.item.name) to \(file.path) (\(row.item.id)).",
                        row, SoundCommands.fields, next: ["sound list"])
                })
        }
    }

    // MARK: - Shared parameters and output

    private enum Switch: String, CaseIterable, Sendable { case on, off }

    private var name: ValueKind<String> {
        ValueKind<String>.text("SOUND", limit: 40).completed { _ in Catalog.sounds.items.map(\.id) }
    }

    /// Returns the catalog row of a sound.
    private func row(of item: CatalogItem) throws -> Catalog.Row {
        guard let row = try sounds.all().first(where: { $0.item == item }) else { throw unknown(item) }
        return row
    }

    /// Returns the failure for an unknown sound.
    private func unknown(_ item: CatalogItem) -> Failure {
        Failure(.notInCatalogue, "There is no “\(item.id)”.", advice: "See `sound list`.", kind: .usage)
    }

    /// Returns whether the extension of a path means FLAC.
    ///
    /// - Throws: `soundFormUnknown` for an extension other than `.wav` and `.flac`.
    private func isFLAC(_ path: String) throws -> Bool {
        if path.lowercased().hasSuffix(".flac") { return true }
        guard path == "-" || path.lowercased().hasSuffix(".wav") else {
            throw Failure(
                .soundFormUnknown, "A sound can be .wav or .flac.", advice: "Choose a name such as rain.wav.",
                kind: .usage)
        }
        return false
    }

    /// Plays a sound for a number of seconds, one second at a time.
    private func playback(_ item: CatalogItem, _ seconds: Int) throws -> Output {
        let row = try row(of: item)
        let volume = try sounds.settings().volume
        guard let sound = Soundscape.named(item.id) else { throw unknown(item) }
        return Output(
            continuation: .work(title: item.name, total: seconds) { advance in
                let clip = sound.loop(seconds: min(120, max(10, seconds)), seed: kit.seed())
                let playback = try kit.loudspeaker.play(
                    PlayHead(clip, volume: volume, seconds: Double(seconds), fadeOut: 1.5))
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
                    row, SoundCommands.fields, blocks: [.paragraph(StyledText("Played \(row.item.name)."))],
                    next: row.isLocked ? ["plan catalogue"] : ["sound use \(item.id)"])
            })
    }
}
