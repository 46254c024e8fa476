import Kernel

/// A line of current status for bars and prompts, such as a timer or a streak.
///
/// Reading it is fast and changes nothing.
public struct StatusItem: Sendable {
    /// The current content of an item.
    public struct Content: Sendable {
        /// A sentence for people: "Study: 24:59 left, round 1 of 4".
        public let text: String
        /// A short form for a bar: "24:59".
        public let short: String
        /// Whether an activity is running, which a bar may show differently.
        public let isActive: Bool
        /// The state in one word, by which a bar may choose a color, such as `break`.
        ///
        /// It is nil if `isActive` says everything.
        public let state: String?
        /// The progress, 0…100, or nil without an activity.
        public let percentage: Int?
        /// The seconds until the activity ends by itself, or nil if it does not.
        public let secondsLeft: Double?
        /// The unique name of the current activity, or nil.
        ///
        /// `status --wait` waits until it changes.
        public let activityName: String?
        /// The texts for `formatSpecifiers`, in the same order.
        public let values: [String]
        /// The actions in a bar, each with a title and the command after the app's name.
        public let controls: [(name: String, command: String)]

        package init(
            text: String, short: String, isActive: Bool = false, state: String? = nil, percentage: Int? = nil,
            secondsLeft: Double? = nil, activityName: String? = nil, values: [String] = [],
            controls: [(name: String, command: String)] = []
        ) {
            self.text = text
            self.short = short
            self.isActive = isActive
            self.state = state
            self.percentage = percentage
            self.secondsLeft = secondsLeft
            self.activityName = activityName
            self.values = values
            self.controls = controls
        }
    }

    /// The item's name: `timer`.
    public let name: String
    /// The letters after a percent sign in `--format`, and their meanings: `mr`, "minutes that are
    /// left".
    public let formatSpecifiers: [(letters: String, meaning: String)]
    /// Returns the current content, or nil for none.
    public let content: @Sendable () throws -> Content?

    /// Creates an item.
    ///
    /// Letters are shared by all items of an app, and of two equal ones the first counts.
    public init(
        _ name: String, formatSpecifiers: [(letters: String, meaning: String)] = [],
        content: @escaping @Sendable () throws -> Content?
    ) {
        self.name = name
        self.formatSpecifiers = formatSpecifiers
        self.content = content
    }
}
