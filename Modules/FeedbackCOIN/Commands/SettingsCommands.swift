import FeedbackCOIN
import Interface
import Kernel

/// The command `settings`.
struct SettingsCommands: Sendable {
    let journal: FeedbackJournal

    /// The name of a setting as the user types it.
    private enum Key: String, CaseIterable, Sendable {
        case advice, page, signature

        var help: String {
            switch self {
            case .advice: "whether new and edit add a remark on your words: yes or no"
            case .page: "whether a message has a page in HTML beside its plain text: yes or no"
            case .signature: "what stands below every message; an empty one takes it away"
            }
        }
    }

    private static let fields: [Field<FeedbackSettings>] = [
        Field("advice", title: Key.advice.rawValue, Key.advice.help) { .bool($0.isAdvising) },
        Field("page", title: Key.page.rawValue, Key.page.help) { .bool($0.sendsPage) },
        Field("signature", title: Key.signature.rawValue, "\(Key.signature.help), or null") { .text($0.signature) },
    ]

    var settings: Command {
        Command(
            "settings", "Show or change how you are advised, and how messages look",
            discussion: Key.allCases.map { "\($0.rawValue) – \($0.help)." }.joined(separator: "\n\n"),
            examples: [
                .init("settings advice no", "no remarks behind new and edit"),
                .init("settings signature 'Sam Lee, platform team'", "below every message"),
            ],
            Parameter<Key?>.optionalArgument("key", .choice("KEY"), "what to change"),
            .optionalArgument("value", EntryParameters.raw, "the new value"), returns: .one(Self.fields), changes: true
        ) { key, value in
            guard let key else { return .one(try journal.settings(), Self.fields, next: ["settings advice no"]) }
            guard let value else {
                throw Failure(.missingArgument, "VALUE is missing. \(key.rawValue) is \(key.help).", kind: .usage)
            }
            let saved = try journal.changeSettings { settings in
                switch key {
                case .advice: settings.isAdvising = try SettingsCommands.isYes(value, key)
                case .page: settings.sendsPage = try SettingsCommands.isYes(value, key)
                case .signature: try settings.setSignature(value)
                }
            }
            return .changed("Changed \(key.rawValue) (\(saved.id)).", saved, Self.fields, next: ["settings", "undo"])
        }
    }

    private static func isYes(_ value: String, _ key: Key) throws -> Bool {
        guard value == "yes" || value == "no" else {
            throw Failure(
                .notAChoice, "“\(value)” is not a value of \(key.rawValue), which is yes or no.", kind: .usage)
        }
        return value == "yes"
    }
}
