/// A port that asks the user a question outside of command output, as a notification with buttons.
package struct Asker: Sendable {
    /// A button.
    package struct Action: Hashable, Sendable {
        package let name: String
        package let label: String

        package init(name: String, label: String) {
            self.name = name
            self.label = label
        }
    }

    /// The response of the user.
    package enum Answer: Hashable, Sendable {
        case waiting
        case chosen(String)
        case closed
        case failed
    }

    /// A question in progress.
    package struct Question: Sendable {
        package let answer: @Sendable () -> Answer
        package let withdraw: @Sendable () -> Void

        package init(answer: @escaping @Sendable () -> Answer, withdraw: @escaping @Sendable () -> Void) {
            self.answer = answer
            self.withdraw = withdraw
        }
    }

    /// Asks a question with a title, a body and buttons, and returns at once. It throws a `Failure`
    /// if the question cannot be shown. All texts are treated as untrusted.
    package let ask: @Sendable (_ title: String, _ body: String, _ actions: [Action]) throws -> Question

    package init(ask: @escaping @Sendable (_ title: String, _ body: String, _ actions: [Action]) throws -> Question) {
        self.ask = ask
    }
}
