import Files
import Guidance
import Kernel
import Terminal

/// Brings `desktop install` to an app: its place in the menu of a person's desktop.
public struct DesktopPlugin: Plugin {
    /// The plugin's name.
    public let name = "Desktop"
    private let menu: DesktopMenu

    /// The command over a menu.
    public init(_ menu: DesktopMenu) { self.menu = menu }

    /// The command over the menu of this machine.
    ///
    /// - Parameters:
    ///   - command: the program's absolute path, and the words that lead it to its records.
    ///   - variables: tell where a person's data are.
    public init(_ entry: DesktopEntry, _ command: [String], _ variables: [String: String], isRehearsal: Bool) {
        self.init(DesktopMenu(entry, command, data: BaseFolders(variables).data, isRehearsal: isRehearsal))
    }

    /// Adds the command and its page of help.
    public func contribute(to registry: inout Registry) {
        registry.add(install, to: .commands)
        registry.add(
            HelpTopic(
                "desktop", "The menu of your desktop",
                paragraphs: [
                    """
                    desktop install puts \(title) into the menu of your desktop. \(menu.entry.about) desktop install --remove takes it out again, and leaves \
                    what it did not write.
                    """
                ], commands: ["desktop install"]), to: .helpTopics)
    }

    private var title: String { menu.entry.title }

    private var install: Command {
        Command(
            "desktop install", "Put the app into the menu of your desktop",
            discussion: """
                It stands there as \(title). \(menu.entry.about) This writes one file, which --remove takes away. A file of this name that \(menu.entry.app) did \
                not write stays as it is.
                """,
            examples: [
                .init("desktop install --print", "Show the file"),
                .init("desktop install --remove", "No file is left behind", runs: false),
            ],
            Parameter<Bool>.flag("print", "only show what would be written"),
            Parameter<Bool>.flag("remove", "take it out of the menu again"), changes: true
        ) { show, removes in
            if show { return .text(try menu.text()) }
            guard removes else { return Output(notice: "Wrote \(try menu.install()).", next: ["desktop install --remove"]) }
            let (path, wasThere) = try menu.remove()
            return Output(
                notice: wasThere ? "Removed \(path)." : "\(title) is not in the menu: there is no \(path).",
                next: ["desktop install"])
        }
    }
}
