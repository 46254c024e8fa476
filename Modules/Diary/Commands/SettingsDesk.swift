import Diary
import Kernel
import Terminal

/// The command `settings`.
struct SettingsDesk: Sendable {
    let diary: PhotoDiary
    let about: AppDescription

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
            guard let key else { return .one(try diary.settings(), fields, next: ["settings quality medium"]) }
            guard let value else {
                throw Failure(.missingArgument, "VALUE is missing: \(key.rawValue) is \(key.choices).", kind: .usage)
            }
            var tried = DiarySettings()
            guard key.set(value, in: &tried) else {
                throw Failure(
                    .notAChoice, "“\(value)” is not a value of \(key.rawValue), which is \(key.choices).", kind: .usage)
            }
            let settings = try diary.changeSettings { _ = key.set(value, in: &$0) }
            return .changed("\(key.rawValue) is \(value) now (\(settings.id)).", settings, fields, next: ["settings", "undo"])
        }
    }

    private var value: ValueKind<String> {
        ValueKind("VALUE", candidates: { _ in Set(Key.allCases.flatMap(\.values)).sorted() }) { word, _ in word }
    }

    private var fields: [Field<DiarySettings>] {
        [
            Field("quality", title: "quality", Key.quality.help) { .text($0.quality.rawValue) },
            Field("format", title: "format", Key.format.help) { .text($0.format.rawValue) },
            Field("keepLocation", title: "keep-location", Key.keepLocation.help) { .bool($0.keepLocation) },
            Field("streakRepair", title: "streak-repair", Key.streakRepair.help) { .bool($0.repairsStreak) },
            Field("evening", title: "evening", Key.evening.help) { .text(Key.clock($0.evening)) },
            Field("version", title: "version", "the version of this app") { [about] _ in .text(about.version) },
            Field("privacy", title: "privacy", "what happens with your data") { [about] _ in .text(about.privacy) },
            Field("support", title: "support", "where to get help") { [about] _ in .text(about.support) },
        ]
    }

    /// What can be changed.
    enum Key: String, CaseIterable, Sendable {
        case quality, format
        case keepLocation = "keep-location"
        case streakRepair = "streak-repair"
        case evening

        var values: [String] {
            switch self {
            case .quality: DiarySettings.Quality.allCases.map(\.rawValue)
            case .format: DiarySettings.Format.allCases.map(\.rawValue)
            case .keepLocation, .streakRepair: ["yes", "no"]
            case .evening: ["HH:MM", Key.never]
            }
        }

        var choices: String { values.joined(separator: " or ") }

        var help: String {
            switch self {
            case .quality: "longest side 2,048 pixels (high), 1,280 (medium), or all pixels (full); a panorama keeps its height"
            case .format: "the form in which photos are kept; original means byte for byte, location included"
            case .keepLocation: "whether a photo keeps the place where it was taken"
            case .streakRepair:
                "whether one missed day of each calendar month is repaired: the first that stands alone between two days with a photo breaks no streak, and does not count in it"
            case .evening: "from when on the app asks for today's photo"
            }
        }

        private static let never = "never"

        static func clock(_ second: Int?) -> String {
            second.map { "\(($0 / 3600).padded(2)):\(($0 / 60 % 60).padded(2))" } ?? never
        }

        /// Whether a value was understood, and set.
        func set(_ value: String, in settings: inout DiarySettings) -> Bool {
            guard self == .evening || values.contains(value) else { return false }
            switch self {
            case .quality: settings.quality = .init(rawValue: value) ?? settings.quality
            case .format: settings.format = .init(rawValue: value) ?? settings.format
            case .keepLocation: settings.keepLocation = value == "yes"
            case .streakRepair: settings.repairsStreak = value == "yes"
            case .evening:
                let second = try? ValueKind<Int>.time.parse(value, ParsingContext(today: Day(ordinal: 0), files: .none))
                guard second != nil || value == Key.never else { return false }
                settings.evening = second
            }
            return true
        }
    }
}
