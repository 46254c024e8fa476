import Kernel

extension ExtensionPoint where Contribution == Command {
    /// The commands of an app.
    public static var commands: Self { ExtensionPoint("commands") { $0.name } }
}

/// A part of what an app shows when it is called alone: where you stand.
public struct HomeCard: Sendable {
    /// Where a card stands on the first screen.
    public enum Place: Sendable {
        /// Right below the header: what comes before the day.
        case above
        /// Among the panels, which stand side by side where there is room.
        case panel
        /// Below the panels: news.
        case below
        /// At the end: what may be overlooked.
        case foot
    }

    /// One thing to do now, and why.
    public struct Step: Sendable {
        /// The command, without the app's name.
        public let command: String
        /// Why this: `12 cards are due`.
        public let reason: String
        /// Of several steps the lowest is shown.
        public let rank: Int

        /// What would be typed, and in a few words what speaks for it.
        public init(_ command: String, because reason: String, rank: Int) {
            (self.command, self.reason, self.rank) = (command, reason, rank)
        }
    }

    /// What a card shows now.
    public struct Content: Sendable {
        /// What people see: panels that stay whole, each with a heading of its own. None when the card has nothing to say.
        public let panels: [[Block]]
        /// Where they stand.
        public let place: Place
        /// What the card adds to the header, beside the day; empty for most.
        public let head: StyledText
        /// What to do now, if the card knows something.
        public let now: Step?
        /// The members that the card adds under its name to `--json`.
        public let members: [FieldValue.Member]
        /// Commands worth typing next.
        public let next: [String]

        package init(
            panels: [[Block]], at place: Place = .panel, head: StyledText = "", now: Step? = nil, members: [FieldValue.Member],
            next: [String] = []
        ) {
            (self.panels, self.place, self.head, self.now) = (panels.filter { !$0.isEmpty }, place, head, now)
            (self.members, self.next) = (members, next)
        }

        /// One panel.
        package init(
            blocks: [Block], at place: Place = .panel, head: StyledText = "", now: Step? = nil, members: [FieldValue.Member],
            next: [String] = []
        ) {
            self.init(panels: [blocks], at: place, head: head, now: now, members: members, next: next)
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

/// What an app does for itself once a command has ended, however it ended: to send something, to tidy up. The person does not wait for it and
/// hears nothing of it.
public struct Errand: Sendable {
    /// The errand's name; two of one name are a mistake.
    public let name: String
    /// Does it, after the command with this first word. Returns at once.
    public let run: @Sendable (_ command: String) -> Void

    package init(_ name: String, run: @escaping @Sendable (_ command: String) -> Void) { (self.name, self.run) = (name, run) }
}

extension ExtensionPoint where Contribution == Errand {
    /// What is done when a command has ended.
    public static var errands: Self { ExtensionPoint("errands") { $0.name } }
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

/// Who is named in `about` besides those whom the app names itself: people who brought something and want to be named.
public struct CreditSource: Sendable {
    /// Lines as they are now; must not wait, and change nothing.
    public let lines: @Sendable () throws -> [String]

    /// A source from a function.
    public init(_ lines: @escaping @Sendable () throws -> [String]) { self.lines = lines }
}

extension ExtensionPoint where Contribution == CreditSource {
    /// Who is named in `about`.
    public static var credits: Self { ExtensionPoint("credits") }
}

/// What else can be done with something that was shown, by whoever can do it: a term, in the words that it is known by.
public struct Sequel: Sendable {
    /// The sequel's name; two of one name are a mistake.
    public let name: String
    /// What it is for, as people read it.
    public let title: String
    /// The command for a term with this id and this Korean, without the app's name; nil where it can do nothing with it. Cannot fail.
    public let command: @Sendable (_ id: String, _ korean: String) -> String?

    /// What can be done, and by which command.
    public init(_ name: String, _ title: String, command: @escaping @Sendable (_ id: String, _ korean: String) -> String?) {
        (self.name, self.title, self.command) = (name, title, command)
    }
}

extension ExtensionPoint where Contribution == Sequel {
    /// What else can be done with a term.
    public static var sequels: Self { ExtensionPoint("sequels") { $0.name } }
}

/// What `doctor --devices` asks: whether the other devices of the same person have what this one has.
public struct DeviceCheckup: Sendable {
    /// What came of it.
    public struct Answer: Sendable {
        /// What people see: a line or more for each device.
        public let blocks: [Block]
        /// What programs get, an object for each device.
        public let devices: [FieldValue]
        /// What is wrong, where two devices differ that should not.
        public let failure: Failure?

        package init(blocks: [Block], devices: [FieldValue], failure: Failure?) {
            (self.blocks, self.devices, self.failure) = (blocks, devices, failure)
        }
    }

    /// Its name; two of one name are a mistake.
    public let name: String
    /// Reads all records and asks the others.
    public let ask: @Sendable () throws -> Answer

    package init(_ name: String, ask: @escaping @Sendable () throws -> Answer) { (self.name, self.ask) = (name, ask) }
}

extension ExtensionPoint where Contribution == DeviceCheckup {
    /// What `doctor --devices` asks.
    public static var deviceCheckups: Self { ExtensionPoint("device checkups") { $0.name } }
}
