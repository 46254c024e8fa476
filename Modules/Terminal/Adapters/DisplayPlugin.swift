import Files
import Interface
import Kernel
import Terminal

/// A plugin that adds `display` and applies the saved choice to all output.
///
/// It stores one word per option in a small file in the app's folder.
public struct DisplayPlugin: Plugin {
    public let name = "Display"
    private let path: String
    private let isDryRun: Bool

    /// Creates the plugin.
    ///
    /// - Parameters:
    ///   - path: the folder of the file, created with the first choice. With an empty path nothing
    ///     is saved.
    ///   - isDryRun: whether all writes are skipped, for `--dry-run`.
    public init(at path: String, isDryRun: Bool = false) {
        self.path = path
        self.isDryRun = isDryRun
    }

    public func contribute(to registry: inout Registry) {
        registry.add(DisplaySource("kept") { savedChoice }, to: .displays)
        registry.add(command, to: .commands)
        registry.add(DataFolder("display", of: "display setting", .deviceLocal), to: .dataFolders)
    }

    private var savedChoice: DisplayChoice {
        guard let bytes = try? file().read() else { return DisplayChoice() }
        return DisplayChoice(words: String(decoding: bytes, as: UTF8.self))
    }

    private enum Contrast: String, CaseIterable, Sendable { case high, usual }
    private enum Motion: String, CaseIterable, Sendable { case still, usual }
    private enum Lines: String, CaseIterable, Sendable { case on, off }
    private enum Pictures: String, CaseIterable, Sendable {
        case pixels, kitty, iterm, sixels, characters, none

        static let displayOptions: [(picture: Pictures, option: DisplayChoice.DisplayOption)] = [
            (.none, .pictureless), (.characters, .characters), (.kitty, .kitty), (.iterm, .iterm), (.sixels, .sixels),
        ]
    }

    private static let fields: [Field<DisplayChoice>] = [
        field(
            "contrast", "Contrast", .contrast, "high", "usual",
            "high: bold, underlined and reversed text instead of colours"),
        field("motion", "Motion", .still, "still", "usual", "still: nothing moves more often than once a second"),
        field("lines", "Lines", .lines, "on", "off", "on: line by line instead of a full screen, for a screen reader"),
        Field(
            "pictures", title: "Pictures",
            "pixels where the terminal has them, by a protocol that you name, characters, or none"
        ) {
            .text(pictures(of: $0).rawValue)
        },
    ]

    private static func field(
        _ name: String, _ title: String, _ option: DisplayChoice.DisplayOption, _ yes: String, _ no: String,
        _ help: String
    ) -> Field<DisplayChoice> {
        Field(name, title: title, help) { .text($0.options.contains(option) ? yes : no) }
    }

    private static func pictures(of choice: DisplayChoice) -> Pictures {
        Pictures.displayOptions.first { choice.options.contains($0.option) }?.picture ?? .pixels
    }

    private var command: Command {
        Command(
            "display", "Show or change how everything looks: contrast, motion, line mode",
            discussion: """
                Your choice is kept, for this app on this device. The variable \(DisplayChoice.variable) sets the same for all apps, \
                with any of the words contrast, still, lines, characters, kitty, iterm, sixels and pictureless. A terminal says itself which pictures it has; name the way \
                where it cannot be asked, as over ssh. --reduced-motion, --plain and --color never set it for one command.
                """,
            examples: [
                .init("display", "the current choice"),
                .init("display --contrast high --motion still", "easier on the eyes"),
                .init("display --lines on", "for a screen reader"),
                .init("display --pictures none", "no pictures in the terminal"),
            ],
            Parameter<Contrast?>.option("contrast", .choice("WHICH"), "high for bold and reversed instead of colours"),
            Parameter<Motion?>.option("motion", .choice("WHICH"), "still for a screen without movement"),
            Parameter<Lines?>.option("lines", .choice("WHICH"), "on for line by line instead of a full screen"),
            Parameter<Pictures?>.option(
                "pictures", .choice("WHICH"), "how pictures are drawn, where something draws them"),
            returns: .one(Self.fields), changes: true
        ) { contrast, motion, lines, pictures in
            var choice = savedChoice
            contrast.map { choice.set(.contrast, $0 == .high) }
            motion.map { choice.set(.still, $0 == .still) }
            lines.map { choice.set(.lines, $0 == .on) }
            if let pictures {
                for (picture, option) in Pictures.displayOptions { choice.set(option, pictures == picture) }
            }
            guard contrast != nil || motion != nil || lines != nil || pictures != nil else {
                return .one(choice, Self.fields, next: ["display --contrast high", "display --lines on"])
            }
            if choice != savedChoice, !isDryRun { try save(choice) }
            let setting = choice.options.isEmpty ? "as usual" : choice.words.replacing(" ", with: ", ")
            return .changed("The display is now: \(setting).", choice, Self.fields, next: ["display"])
        }
    }

    private func save(_ choice: DisplayChoice) throws { try file().replace(Array((choice.words + "\n").utf8)) }

    private func file() throws -> SmallFile {
        guard !path.isEmpty else {
            throw Failure(
                .noPlace, "There is no folder in which to save this.",
                advice: "Set the variable HOME, or give --data DIR.", kind: .usage)
        }
        return SmallFile("\(path)/choice", limit: 1024)
    }
}

extension DisplayChoice {
    fileprivate mutating func set(_ option: DisplayOption, _ isWanted: Bool) {
        if isWanted { options.insert(option) } else { options.remove(option) }
    }
}

/// Returns the plugins of this module that every app uses: editor drafts, display choice and shown
/// rows.
///
/// - Parameters:
///   - folder: the path of a named folder in the app's directory.
///   - isTrial: whether the app runs over a store that it was given. Such an app saves no choices.
public func machinePlugins(_ folder: (String) -> String, _ options: GlobalOptions, isTrial: Bool) -> [any Plugin] {
    let isDryRun = options.isDryRun || isTrial
    return [
        Drafts(below: folder("drafts")), DisplayPlugin(at: folder("display"), isDryRun: isDryRun),
        ShownRowsFolder(at: folder("rows"), isDryRun: isDryRun || options.store == .memory),
    ]
}
