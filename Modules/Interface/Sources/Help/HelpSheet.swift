import Kernel

/// A help page that belongs to no command, about a subject or frequent questions.
public struct HelpSheet: Sendable {
    /// The word to type: `help faq`.
    ///
    /// A sheet with a command's name is appended to that command's page.
    public let name: String
    public let title: String
    public let blocks: [Block]
    /// Called when the sheet is opened with `help` or `?`.
    ///
    /// It cannot fail, because help must always work. It must change nothing without a user at a
    /// terminal, because help has no side effects for programs.
    public let onOpen: @Sendable () -> Void

    package init(_ name: String, _ title: String, blocks: [Block], onOpen: @escaping @Sendable () -> Void = {}) {
        self.name = name
        self.title = title
        self.blocks = blocks
        self.onOpen = onOpen
    }

    /// The sheet with its title.
    package var page: [Block] { [.heading(StyledText(declared: title, .title))] + blocks }
}

/// A source of help sheets that are created only on demand.
public struct HelpBinder: Sendable {
    /// The unique name of the source.
    public let name: String
    public let sheets: @Sendable () -> [HelpSheet]

    package init(_ name: String, sheets: @escaping @Sendable () -> [HelpSheet]) {
        self.name = name
        self.sheets = sheets
    }
}

extension ExtensionPoint where Contribution == HelpBinder {
    /// The help pages in addition to those of the commands.
    public static var helpBinders: Self { ExtensionPoint { $0.name } }
}
