import Kernel

/// One line about how something stands now, for status bars and prompts: a timer, a streak. Reading it changes nothing and is quick.
public struct StatusItem: Sendable {
    /// What it says now.
    public struct Content: Sendable {
        /// A sentence for people: "Study: 24:59 left, round 1 of 4".
        public let text: String
        /// The same in a few columns, for a bar: "24:59".
        public let short: String
        /// Whether something is going on: a bar may then show it differently.
        public let isActive: Bool
        /// How it stands, in one word that a bar may colour by: `break`; nil where going on or not is all there is.
        public let state: String?
        /// How far it is, 0…100; nil where nothing is under way.
        public let percentage: Int?
        /// Seconds until it ends by itself; nil when it does not.
        public let secondsLeft: Double?
        /// What runs now, by a name that nothing after it has: `status --wait` waits until it is another. Nil when nothing runs.
        public let run: String?
        /// The texts of `StatusItem.letters`, in their order.
        public let values: [String]
        /// What a bar may let a person do: a word, and the command behind the app's name.
        public let controls: [(name: String, command: String)]

        package init(
            text: String, short: String, isActive: Bool = false, state: String? = nil, percentage: Int? = nil,
            secondsLeft: Double? = nil, run: String? = nil, values: [String] = [],
            controls: [(name: String, command: String)] = []
        ) {
            (self.text, self.short, self.isActive, self.state) = (text, short, isActive, state)
            (self.percentage, self.secondsLeft, self.run) = (percentage, secondsLeft, run)
            (self.values, self.controls) = (values, controls)
        }
    }

    /// The item's name: `timer`.
    public let name: String
    /// What stands behind a percent sign in `--format`, and what it means: `mr`, "minutes that are left".
    public let letters: [(letters: String, meaning: String)]
    /// What it says now; nil for nothing.
    public let content: @Sendable () throws -> Content?

    /// An item. Letters are the same for all items of an app; of two with the same the first counts.
    public init(
        _ name: String, letters: [(letters: String, meaning: String)] = [], content: @escaping @Sendable () throws -> Content?
    ) {
        (self.name, self.letters, self.content) = (name, letters, content)
    }
}
