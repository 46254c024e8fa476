import Kernel

/// A group of everyday commands with one purpose: a heading on the first help page.
///
/// `help --all` also lists commands outside of groups.
public struct CommandGroup: Sendable {
    /// The purpose: `Practise`.
    ///
    /// Groups with the same title are merged.
    public let title: String
    public let order: Int
    /// Commands as the user types them, `pattern quiz`, in display order.
    public let names: [String]

    /// Creates a group.
    ///
    /// Names without a command in the app are ignored.
    public init(_ title: String, order: Int, _ names: [String]) {
        self.title = title
        self.order = order
        self.names = names
    }

    /// Returns one group for each title, in display order.
    static func merged(_ groups: [CommandGroup]) -> [CommandGroup] {
        let sortedGroups = groups.sorted { $0.order < $1.order }
        var seen: Set<String> = []
        return sortedGroups.filter { seen.insert($0.title).inserted }.map { first in
            let names = sortedGroups.filter { $0.title == first.title }.flatMap(\.names)
            return CommandGroup(first.title, order: first.order, names)
        }
    }
}

extension ExtensionPoint where Contribution == CommandGroup {
    /// The headings of the first help page.
    public static var commandGroups: Self { ExtensionPoint() }
}
