import Diary
import Interface
import Kernel

/// The command `settings`.
struct SettingsCommands: Sendable {
    let diary: PhotoDiary
    let about: AppDescription
    /// Rewrites the widget's file after a change. Returns a notice for the user, or nil.
    let renew: @Sendable () -> String?

    var settings: Command {
        Command(
            "settings", "Show or change how photos are taken and kept",
            discussion: Key.allCases.map { "\($0.rawValue): \($0.values.joined(separator: "|")) – \($0.help)" }.joined(
                separator: "\n\n"),
            examples: [
                .init("settings quality medium", "smaller photos"),
                .init("settings quality full", "every pixel, without the place"),
                .init("settings format original", "keep photos as they are"),
            ],
            Parameter<Key?>.optionalArgument("key", .choice("KEY"), "what to change"),
            .optionalArgument("value", value, "the new value"), returns: .one(fields), changes: true
        ) { key, value in
            let current = Choices(diary: try diary.settings(), camera: try diary.cameraChoice())
            guard let key else { return .one(current, fields, next: ["settings quality medium"]) }
            guard let value else {
                throw Failure(.missingArgument, "VALUE is missing: \(key.rawValue) is \(key.choices).", kind: .usage)
            }
            var newChoices = current
            guard key.set(value, in: &newChoices) else {
                throw Failure(
                    .notAChoice, "“\(value)” is not a value of \(key.rawValue), which is \(key.choices).", kind: .usage)
            }
            let savedChoices =
                key.isDeviceSetting
                ? Choices(
                    diary: current.diary, camera: try diary.changeCamera { [camera = newChoices.camera] in $0 = camera }
                )
                : Choices(
                    diary: try diary.changeSettings { [newChoices] in $0 = newChoices.diary }, camera: current.camera)
            let widgetNotice = [.widgetFile, .widgetStreak].contains(key) ? renew().map { " \($0)" } ?? "" : ""
            let id = key.isDeviceSetting ? savedChoices.camera.id.rawValue : savedChoices.diary.id.rawValue
            return .changed(
                "\(key.rawValue) is \(value) now (\(id)).\(widgetNotice)", savedChoices, fields,
                next: ["settings", "undo"])
        }
    }

    /// The values of all settings, those of the diary and those of this device.
    struct Choices: Sendable {
        var diary: DiarySettings
        var camera: CameraSettings
    }

    private var value: ValueKind<String> {
        ValueKind("VALUE", candidates: { _ in Set(Key.allCases.flatMap(\.values)).sorted() }) { word, _ in word }
    }

    private var fields: [Field<Choices>] {
        [
            Field("quality", title: "quality", Key.quality.help) { .text($0.diary.quality.rawValue) },
            Field("format", title: "format", Key.format.help) { .text($0.diary.format.rawValue) },
            Field("keepLocation", title: "keep-location", Key.keepLocation.help) { .bool($0.diary.keepLocation) },
            Field("streakRepair", title: "streak-repair", Key.streakRepair.help) { .bool($0.diary.repairsStreak) },
            Field("evening", title: "evening", Key.evening.help) { .text(Key.clock($0.diary.evening)) },
            Field("camera", title: "camera", Key.camera.help) { .text($0.camera.side?.rawValue ?? "front") },
            Field("cameraCommand", title: "camera-command", Key.cameraCommand.help) {
                .text($0.camera.command ?? Key.none)
            },
            Field("cameraFolder", title: "camera-folder", Key.cameraFolder.help) {
                .text($0.camera.folder ?? Key.none)
            },
            Field("widgetFile", title: "widget-file", Key.widgetFile.help) { .text($0.camera.widget ?? Key.none) },
            Field("widgetStreak", title: "widget-streak", Key.widgetStreak.help) {
                .bool($0.camera.widgetStreak ?? false)
            },
            Field("version", title: "version", "the version of this app") { [about] _ in .text(about.version) },
            Field("privacy", title: "privacy", "what happens with your data") { [about] _ in .text(about.privacy) },
            Field("support", title: "support", "where to get help") { [about] _ in .text(about.support) },
        ]
    }

    /// A setting.
    enum Key: String, CaseIterable, Sendable {
        case quality, format
        case keepLocation = "keep-location"
        case streakRepair = "streak-repair"
        case evening, camera
        case cameraCommand = "camera-command"
        case cameraFolder = "camera-folder"
        case widgetFile = "widget-file"
        case widgetStreak = "widget-streak"

        /// Whether the setting belongs to this device and is not synced.
        var isDeviceSetting: Bool {
            [.camera, .cameraCommand, .cameraFolder, .widgetFile, .widgetStreak].contains(self)
        }

        var values: [String] {
            switch self {
            case .quality: DiarySettings.Quality.allCases.map(\.rawValue)
            case .format: DiarySettings.Format.allCases.map(\.rawValue)
            case .keepLocation, .streakRepair, .widgetStreak: ["yes", "no"]
            case .evening: ["HH:MM", Key.never]
            case .camera: DiarySettings.Camera.allCases.map(\.rawValue)
            case .cameraCommand: ["COMMAND", Key.none]
            case .cameraFolder: ["/FOLDER", Key.none]
            case .widgetFile: ["/FILE", Key.none]
            }
        }

        var choices: String { listed(values, .or) }

        var help: String {
            switch self {
            case .quality:
                "longest side 2,048 pixels (high), 1,280 (medium), or all pixels (full); a panorama keeps its height"
            case .format: "the form in which photos are kept; original means byte for byte, location included"
            case .keepLocation: "whether a photo keeps the place where it was taken"
            case .streakRepair:
                "whether one missed day of each calendar month is repaired: the first that stands alone between two days with a photo breaks no streak, and does not count in it"
            case .evening: "from when on the app asks for today's photo"
            case .camera: "the camera that `snap` uses"
            case .cameraCommand: "a command that takes a photo for `snap`, on this device"
            case .cameraFolder: "a folder whose newest photo `snap` takes, on this device"
            case .widgetFile:
                "a picture that shows your newest photo, for wallpapers and bars: written anew when a day changes, unless the diary is locked"
            case .widgetStreak: "whether that picture has your days in a row on it"
            }
        }

        private static let never = "never"
        static let none = "none"

        static func clock(_ second: Int?) -> String {
            second.map { "\(($0 / 3600).padded(2)):\(($0 / 60 % 60).padded(2))" } ?? never
        }

        /// Sets a value. Returns false if the value is invalid.
        func set(_ value: String, in choices: inout Choices) -> Bool {
            guard [.evening, .cameraCommand, .cameraFolder, .widgetFile].contains(self) || values.contains(value) else {
                return false
            }
            switch self {
            case .quality: choices.diary.quality = .init(rawValue: value) ?? choices.diary.quality
            case .format: choices.diary.format = .init(rawValue: value) ?? choices.diary.format
            case .keepLocation: choices.diary.keepLocation = value == "yes"
            case .streakRepair: choices.diary.repairsStreak = value == "yes"
            case .evening:
                let second = try? ValueKind<Int>.time.parse(value, ParsingContext(today: Day(ordinal: 0), files: .none))
                guard second != nil || value == Key.never else { return false }
                choices.diary.evening = second
            case .camera: choices.camera.side = .init(rawValue: value)
            case .cameraCommand, .cameraFolder:
                guard let text = try? InputTextRule(upTo: 1000).normalized(value) else { return false }
                let setting = text == Key.none ? nil : text
                guard self == .cameraCommand || setting?.hasPrefix("/") ?? true else { return false }
                // Either a command or a folder is used, never both.
                choices.camera.command = self == .cameraCommand ? setting : nil
                choices.camera.folder = self == .cameraFolder ? setting : nil
            case .widgetFile:
                guard let text = try? InputTextRule(upTo: 1000).normalized(value),
                    text == Key.none || text.hasPrefix("/"),
                    !text.hasSuffix("/")
                else { return false }
                choices.camera.widget = text == Key.none ? nil : text
            case .widgetStreak: choices.camera.widgetStreak = value == "yes"
            }
            return true
        }
    }
}
