import Kernel

/// What people do every day for one purpose: a heading on the first page of help. What stands in no group is listed by `help --all`.
public struct CommandGroup: Sendable {
    /// The purpose: `Practise`. Groups of one title are shown as one.
    public let title: String
    /// Groups are shown by this number, lowest first.
    public let order: Int
    /// Commands as they are typed, `pattern quiz`, in the order in which they are shown.
    public let names: [String]

    /// A group of commands. A name that the app has no command for is left out.
    public init(_ title: String, order: Int, _ names: [String]) { (self.title, self.order, self.names) = (title, order, names) }

    /// One group for each title, in the order of the page.
    static func merged(_ groups: [CommandGroup]) -> [CommandGroup] {
        let inOrder = groups.sorted { $0.order < $1.order }
        var seen: Set<String> = []
        return inOrder.filter { seen.insert($0.title).inserted }.map { first in
            CommandGroup(first.title, order: first.order, inOrder.filter { $0.title == first.title }.flatMap(\.names))
        }
    }
}

extension ExtensionPoint where Contribution == CommandGroup {
    /// The headings of the first page of help.
    public static var commandGroups: Self { ExtensionPoint("commandGroups") }
}
