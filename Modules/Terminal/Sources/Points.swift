import Kernel

extension ExtensionPoint where Contribution == Command {
    /// The commands of an app.
    public static var commands: Self { ExtensionPoint("commands") { $0.name } }
}

/// A part of what an app shows when it is called alone: where you stand.
public struct HomeCard: Sendable {
    /// What a card shows now.
    public struct Content: Sendable {
        /// What people see; nothing when the card has nothing to say.
        public let blocks: [Block]
        /// The members that the card adds under its name to `--json`.
        public let members: [FieldValue.Member]
        /// Commands worth typing next.
        public let next: [String]

        package init(blocks: [Block], members: [FieldValue.Member], next: [String] = []) {
            (self.blocks, self.members, self.next) = (blocks, members, next)
        }
    }

    /// The card's name, and its key in `--json`.
    public let name: String
    /// Cards are shown by this number, lowest first.
    public let order: Int
    /// What it shows now.
    public let content: @Sendable () throws -> Content

    /// A card.
    public init(_ name: String, order: Int, content: @escaping @Sendable () throws -> Content) {
        (self.name, self.order, self.content) = (name, order, content)
    }
}

extension ExtensionPoint where Contribution == HomeCard {
    /// What an app shows when it is called alone.
    public static var homeCards: Self { ExtensionPoint("homeCards") { $0.name } }
}

extension ExtensionPoint where Contribution == StatusItem {
    /// What `status` shows.
    public static var statusItems: Self { ExtensionPoint("statusItems") { $0.name } }
}

/// Something that is wrong with what an app stands on, although the command did its work: one line on standard error, in every form of output.
public struct Warning: Sendable {
    /// The warning's name; two of one name are a mistake.
    public let name: String
    /// What is said after a command with this first word; nothing most of the time. Cannot fail.
    public let sentence: @Sendable (_ command: String) -> String?

    /// A warning with what it looks at before it says anything.
    public init(_ name: String, sentence: @escaping @Sendable (_ command: String) -> String?) {
        (self.name, self.sentence) = (name, sentence)
    }
}

extension ExtensionPoint where Contribution == Warning {
    /// What is said on standard error after a command.
    public static var warnings: Self { ExtensionPoint("warnings") { $0.name } }
}
