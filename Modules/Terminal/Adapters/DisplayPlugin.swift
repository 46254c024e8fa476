import Files
import Kernel
import Terminal

/// Brings `display` to an app, and what was chosen with it to whatever is drawn. One word a wish in a small file beside the data.
public struct DisplayPlugin: Plugin {
    /// The plugin's name.
    public let name = "Display"
    private let path: String
    private let isRehearsal: Bool

    /// - Parameters:
    ///   - path: a folder for the file, which is made when something is chosen; nothing is kept where it is empty.
    ///   - isRehearsal: whether nothing may be written: for `--dry-run`.
    public init(at path: String, isRehearsal: Bool = false) { (self.path, self.isRehearsal) = (path, isRehearsal) }

    /// Adds the command and the choice.
    public func contribute(to registry: inout Registry) {
        registry.add(DisplaySource("kept") { kept }, to: .displays)
        registry.add(command, to: .commands)
        registry.add(DataFolder("display", of: "display setting", .spared), to: .dataFolders)
    }

    private var kept: DisplayChoice {
        guard let bytes = try? file().read() else { return DisplayChoice() }
        return DisplayChoice(words: String(decoding: bytes, as: UTF8.self))
    }

    private enum Contrast: String, CaseIterable, Sendable { case high, usual }
    private enum Motion: String, CaseIterable, Sendable { case still, usual }
    private enum Lines: String, CaseIterable, Sendable { case on, off }
    private enum Pictures: String, CaseIterable, Sendable {
        case pixels, kitty, iterm, sixels, characters, none

        static let named: [(picture: Pictures, wish: DisplayChoice.Wish)] = [
            (.none, .pictureless), (.characters, .characters), (.kitty, .kitty), (.iterm, .iterm), (.sixels, .sixels),
        ]
    }

    private static let fields: [Field<DisplayChoice>] = [
        field("contrast", "Contrast", .contrast, "high", "usual", "high: bold, underlined and reversed text instead of colours"),
        field("motion", "Motion", .still, "still", "usual", "still: nothing moves more often than once a second"),
        field("lines", "Lines", .lines, "on", "off", "on: line by line instead of a full screen, for a screen reader"),
        Field(
            "pictures", title: "Pictures", "pixels where the terminal has them, by a protocol that you name, characters, or none"
        ) {
            .text(pictures(of: $0).rawValue)
        },
    ]

    private static func field(
        _ name: String, _ title: String, _ wish: DisplayChoice.Wish, _ yes: String, _ no: String, _ help: String
    ) -> Field<DisplayChoice> {
        Field(name, title: title, help) { .text($0.wishes.contains(wish) ? yes : no) }
    }

    private static func pictures(of choice: DisplayChoice) -> Pictures {
        Pictures.named.first { choice.wishes.contains($0.wish) }?.picture ?? .pixels
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
                .init("display", "the current choice"), .init("display --contrast high --motion still", "easier on the eyes"),
                .init("display --lines on", "for a screen reader"),
                .init("display --pictures none", "no pictures in the terminal"),
            ],
            Parameter<Contrast?>.option("contrast", .choice("WHICH"), "high for bold and reversed instead of colours"),
            Parameter<Motion?>.option("motion", .choice("WHICH"), "still for a screen without movement"),
            Parameter<Lines?>.option("lines", .choice("WHICH"), "on for line by line instead of a full screen"),
            Parameter<Pictures?>.option("pictures", .choice("WHICH"), "how pictures are drawn, where something draws them"),
            returns: .one(Self.fields), changes: true
        ) { contrast, motion, lines, pictures in
            var choice = kept
            contrast.map { choice.set(.contrast, $0 == .high) }
            motion.map { choice.set(.still, $0 == .still) }
            lines.map { choice.set(.lines, $0 == .on) }
            if let pictures {
                for (picture, wish) in Pictures.named { choice.set(wish, pictures == picture) }
            }
            guard contrast != nil || motion != nil || lines != nil || pictures != nil else {
                return .one(choice, Self.fields, next: ["display --contrast high", "display --lines on"])
            }
            if choice != kept, !isRehearsal { try keep(choice) }
            let said = choice.wishes.isEmpty ? "as usual" : choice.words.replacing(" ", with: ", ")
            return .changed("The display is now: \(said).", choice, Self.fields, next: ["display"])
        }
    }

    private func keep(_ choice: DisplayChoice) throws {
        try file().replace(Array((choice.words + "\n").utf8))
    }

    private func file() throws -> SmallFile {
        guard !path.isEmpty else {
            throw Failure(
                .noPlace, "There is no folder in which to save this.", advice: "Set the variable HOME, or give --data DIR.",
                kind: .usage)
        }
        return SmallFile("\(path)/choice", limit: 1024)
    }
}

extension DisplayChoice {
    fileprivate mutating func set(_ wish: Wish, _ isWanted: Bool) {
        if isWanted { wishes.insert(wish) } else { wishes.remove(wish) }
    }
}

/// What every app has of this module: drafts of an editor, how everything looks, and what stood in which row.
///
/// - Parameters:
///   - folder: where a folder of this name lies in the app's directory.
///   - isTrial: whether the app runs over a store that was handed to it: then it chooses nothing that lasts.
public func machinePlugins(_ folder: (String) -> String, _ options: GlobalOptions, isTrial: Bool) -> [any Plugin] {
    let isRehearsal = options.isDryRun || isTrial
    return [
        Drafts(below: folder("drafts")), DisplayPlugin(at: folder("display"), isRehearsal: isRehearsal),
        ShownRowsFolder(at: folder("rows"), isRehearsal: isRehearsal || options.store == .memory),
    ]
}
