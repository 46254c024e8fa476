import Files
import Guidance
import Interface
import Kernel

/// A plugin that adds `desktop install`, which puts the app into the user's desktop menu.
public struct DesktopPlugin: Plugin {
    public let name = "Desktop"
    private let menu: DesktopMenu

    public init(_ menu: DesktopMenu) { self.menu = menu }

    /// Creates the plugin for the menu of this machine.
    ///
    /// - Parameters:
    ///   - command: the program's absolute path, and the arguments that select its records.
    ///   - variables: the environment, which locates the user's data folder.
    public init(_ entry: DesktopEntry, _ command: [String], _ variables: [String: String], isDryRun: Bool) {
        self.init(DesktopMenu(entry, command, data: BaseFolders(variables).data, isDryRun: isDryRun))
    }

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
            guard removes else {
                return Output(notice: "Wrote \(try menu.install()).", next: ["desktop install --remove"])
            }
            let (path, wasThere) = try menu.remove()
            return Output(
                notice: wasThere ? "Removed \(path)." : "\(title) is not in the menu: there is no \(path).",
                next: ["desktop install"])
        }
    }
}
