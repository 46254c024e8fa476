/// Who asks a person something outside of a command's output: a notification with buttons.
public struct Asker: Sendable {
    /// A button.
    public struct Action: Hashable, Sendable {
        /// What an answer calls it.
        public let name: String
        /// What stands on it.
        public let label: String

        /// A button.
        public init(name: String, label: String) { (self.name, self.label) = (name, label) }
    }

    /// What a person did.
    public enum Answer: Hashable, Sendable {
        /// Nothing yet.
        case waiting
        /// Pressed the button of this name.
        case chosen(String)
        /// Closed it, or it went away by itself.
        case closed
        /// Nobody saw it.
        case failed
    }

    /// Something that was asked.
    public struct Question: Sendable {
        /// What came of it until now. Returns at once.
        public let answer: @Sendable () -> Answer
        /// Asks no more. Returns at once.
        public let withdraw: @Sendable () -> Void

        /// A question from functions.
        public init(answer: @escaping @Sendable () -> Answer, withdraw: @escaping @Sendable () -> Void) {
            (self.answer, self.withdraw) = (answer, withdraw)
        }
    }

    /// Asks with a title, what follows, and buttons. Returns at once; throws `Failure` where it cannot be asked. No text is trusted.
    public let ask: @Sendable (_ title: String, _ body: String, _ actions: [Action]) throws -> Question

    /// An asker that asks with a function.
    public init(ask: @escaping @Sendable (_ title: String, _ body: String, _ actions: [Action]) throws -> Question) {
        self.ask = ask
    }
}
