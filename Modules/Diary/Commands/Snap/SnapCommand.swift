import Diary
import Interface
import Kernel
import Pictures

/// The command `snap`.
struct SnapCommand: Sendable {
    let diary: PhotoDiary
    let camera: @Sendable (_ choice: CameraSettings, _ isOfAnyDay: Bool) -> Camera
    let makeOutput: @Sendable (AddedPhoto) throws -> Output

    private static let side = ValueKind<Camera.Side>.choice("CAMERA")

    var snap: Command {
        Command(
            "snap", "Take today's photo with a camera",
            discussion: """
                Takes a photo, shows it where the terminal can show pictures, and keeps it for today once you say so; you can take it again as often as \
                you like. --now keeps the first one without asking.

                It uses ffmpeg on the video devices of this machine (imagesnap on macOS). With `settings camera-command` it runs a command of yours: \
                its words are parted at blanks, no shell reads them, {} is the file that it writes, and {camera} is front or back. With `settings \
                camera-folder` it takes the newest photo in a folder, such as the one that your phone sends to; it must be of today, unless --any.

                The first camera of this machine is called front, the second back.
                """,
            examples: [
                .init("snap", "look at it first", runs: false),
                .init("snap --camera back", "the other camera", runs: false),
                .init("snap --now", "without asking, for a timer", runs: false),
            ],
            .option("camera", Self.side, "which camera; otherwise as in settings, or front"),
            .option("message", short: "m", .note, "a note"), .flag("now", "keep the first photo without asking"),
            .flag("replace", "replace today's photo; the note stays"),
            .flag("any", "take the newest photo of the folder, of whatever day"), EntryParameters(diary: diary).words,
            returns: .one(Entry.fields), changes: true
        ) { side, note, now, replace, isOfAnyDay, words in
            let choice = try diary.cameraChoice()
            let today = diary.time.today()
            if !replace { try diary.requireFree(today) }
            let camera = camera(choice, isOfAnyDay)
            let side = side ?? choice.side.flatMap { Camera.Side(rawValue: $0.rawValue) } ?? .front
            let save: @Sendable ([UInt8]) throws -> Output = { bytes in
                try makeOutput(diary.add(bytes, note: note, on: today, replacing: replace, details: words))
            }
            if now { return try save(camera.take(side)) }
            return Output(continuation: .dialogue(SnapScreen(camera, side, save: save)))
        }
    }
}
