import Kernel

/// A page of help that is no command's: what something is for, what people ask.
public struct HelpSheet: Sendable {
    /// What is typed: `help faq`. A sheet with a command's name stands below that command's page.
    public let name: String
    /// What it is about, in a line.
    public let title: String
    /// What it says.
    public let blocks: [Block]
    /// Called when it is opened with `help` or `?`. Cannot fail, because help works where nothing else does, and must change nothing
    /// when nobody sits at a terminal: help is free of consequences for programs.
    public let opened: @Sendable () -> Void

    package init(_ name: String, _ title: String, blocks: [Block], opened: @escaping @Sendable () -> Void = {}) {
        (self.name, self.title, self.blocks, self.opened) = (name, title, blocks, opened)
    }

    /// The sheet as it is shown, its title above it.
    var page: [Block] { [.heading(StyledText(declared: title, .title))] + blocks }
}

/// Sheets that are asked for when somebody wants help, and not before.
public struct HelpBinder: Sendable {
    /// The binder's name; two of one name are a mistake.
    public let name: String
    /// Made when somebody asks.
    public let sheets: @Sendable () -> [HelpSheet]

    package init(_ name: String, sheets: @escaping @Sendable () -> [HelpSheet]) { (self.name, self.sheets) = (name, sheets) }
}

extension ExtensionPoint where Contribution == HelpBinder {
    /// Pages of help besides those of the commands.
    public static var helpBinders: Self { ExtensionPoint("helpBinders") { $0.name } }
}
