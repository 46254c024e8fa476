import Kernel

extension ExtensionPoint where Contribution == Command {
    /// The commands of the plugins.
    public static var commands: Self { ExtensionPoint { $0.name } }
}

/// A card of an app's home screen.
public struct HomeCard: Sendable {
    /// The position of a card on the home screen.
    public enum Place: Sendable {
        /// Directly below the header, for content that precedes the day's.
        case above
        /// Among the panels, which are side by side if they fit.
        case panel
        /// Below the panels, for news.
        case below
        /// At the end, for content of least importance.
        case foot
    }

    /// A suggested next step, with its reason.
    public struct Step: Sendable {
        /// The command, without the app's name.
        public let command: String
        /// The reason: `12 cards are due`.
        public let reason: String
        public let rank: Int

        public init(_ command: String, because reason: String, rank: Int) {
            self.command = command
            self.reason = reason
            self.rank = rank
        }
    }

    /// The current content of a card.
    public struct Content: Sendable {
        /// The panels, each kept whole and with its own heading, or none for an empty card.
        public let panels: [[Block]]
        public let place: Place
        /// The card's addition to the header, next to the day, or an empty text.
        public let headerText: StyledText
        public let suggestedStep: Step?
        /// The members that the card adds to `--json` under its name.
        public let members: [OutputValue.Member]
        public let next: [String]

        package init(
            panels: [[Block]], at place: Place = .panel, headerText: StyledText = "", suggestedStep: Step? = nil,
            members: [OutputValue.Member], next: [String] = []
        ) {
            self.panels = panels.filter { !$0.isEmpty }
            self.place = place
            self.headerText = headerText
            self.suggestedStep = suggestedStep
            self.members = members
            self.next = next
        }

        package init(
            blocks: [Block], at place: Place = .panel, headerText: StyledText = "", suggestedStep: Step? = nil,
            members: [OutputValue.Member], next: [String] = []
        ) {
            self.init(
                panels: [blocks], at: place, headerText: headerText, suggestedStep: suggestedStep, members: members,
                next: next)
        }
    }

    /// The card's name, and its key in `--json`.
    public let name: String
    public let order: Int
    public let content: @Sendable () throws -> Content

    public init(_ name: String, order: Int, content: @escaping @Sendable () throws -> Content) {
        self.name = name
        self.order = order
        self.content = content
    }
}

extension ExtensionPoint where Contribution == HomeCard {
    /// The cards of the home screen.
    public static var homeCards: Self { ExtensionPoint { $0.name } }
}

extension ExtensionPoint where Contribution == StatusItem {
    /// The contributions of plugins to the line that `status` prints.
    public static var statusItems: Self { ExtensionPoint { $0.name } }
}

/// A background task after a command, regardless of its success, such as a delivery or a cleanup.
///
/// The user neither waits for it nor sees its output.
public struct PostCommandTask: Sendable {
    /// The unique name of the task.
    public let name: String
    /// Runs the task after the command with this first word, and returns at once.
    public let run: @Sendable (_ command: String) -> Void

    package init(_ name: String, run: @escaping @Sendable (_ command: String) -> Void) {
        self.name = name
        self.run = run
    }
}

extension ExtensionPoint where Contribution == PostCommandTask {
    /// The tasks after each command.
    public static var postCommandTasks: Self { ExtensionPoint { $0.name } }
}

/// A warning about the environment of an app, independent of the command's success.
///
/// It is one line on standard error, in every form of output.
public struct Warning: Sendable {
    /// The unique name of the warning.
    public let name: String
    /// Returns the warning after a command with this first word, usually nil.
    ///
    /// It cannot fail.
    public let sentence: @Sendable (_ command: String) -> String?

    public init(_ name: String, sentence: @escaping @Sendable (_ command: String) -> String?) {
        self.name = name
        self.sentence = sentence
    }
}

extension ExtensionPoint where Contribution == Warning {
    /// The warnings on standard error after a command.
    public static var warnings: Self { ExtensionPoint { $0.name } }
}

/// A source of names for `about`, in addition to the app's own: contributors who want to be named.
public struct CreditSource: Sendable {
    /// Returns the current lines without waiting and without changes.
    public let lines: @Sendable () throws -> [String]

    public init(_ lines: @escaping @Sendable () throws -> [String]) { self.lines = lines }
}

extension ExtensionPoint where Contribution == CreditSource {
    /// The sources of names for `about`.
    public static var credits: Self { ExtensionPoint() }
}

/// A command that a feature offers for a shown term.
public struct RelatedCommand: Sendable {
    /// The unique name of the offer.
    public let name: String
    public let title: String
    /// Returns the command for a term with this id and this Korean, without the app's name, or nil.
    ///
    /// It cannot fail.
    public let command: @Sendable (_ id: String, _ korean: String) -> String?

    public init(
        _ name: String, _ title: String, command: @escaping @Sendable (_ id: String, _ korean: String) -> String?
    ) {
        self.name = name
        self.title = title
        self.command = command
    }
}

extension ExtensionPoint where Contribution == RelatedCommand {
    /// The commands that features offer for a term.
    public static var relatedCommands: Self { ExtensionPoint { $0.name } }
}

/// The check of `doctor --devices`, which compares this device's records with the user's other
/// devices.
public struct DeviceCheckup: Sendable {
    /// The result of the check.
    public struct Answer: Sendable {
        /// The report for people, at least one line for each device.
        public let blocks: [Block]
        /// The report for programs, one object for each device.
        public let devices: [OutputValue]
        public let failure: Failure?

        package init(blocks: [Block], devices: [OutputValue], failure: Failure?) {
            self.blocks = blocks
            self.devices = devices
            self.failure = failure
        }
    }

    /// The unique name of the check.
    public let name: String
    public let check: @Sendable () throws -> Answer

    package init(_ name: String, check: @escaping @Sendable () throws -> Answer) {
        self.name = name
        self.check = check
    }
}

extension ExtensionPoint where Contribution == DeviceCheckup {
    /// The checks of `doctor --devices`.
    public static var deviceCheckups: Self { ExtensionPoint { $0.name } }
}
