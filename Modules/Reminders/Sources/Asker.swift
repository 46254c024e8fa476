/// A port that asks the user a question outside of command output, as a notification with buttons.
package struct Asker: Sendable {
    /// A button of a question.
    package struct Action: Hashable, Sendable {
        /// The identifier that `Answer.chosen` carries.
        package let name: String
        /// The text on the button.
        package let label: String

        package init(name: String, label: String) {
            self.name = name
            self.label = label
        }
    }

    /// The response of the user.
    package enum Answer: Hashable, Sendable {
        /// The question is still on the screen.
        case waiting
        /// The user pressed the button with this name.
        case chosen(String)
        /// The user or the timeout closed the question without a choice.
        case closed
        /// The program that shows the question has failed.
        case failed
    }

    /// A question in progress.
    package struct Question: Sendable {
        /// Returns the current response without waiting for the user.
        package let answer: @Sendable () -> Answer
        /// Removes the question from the screen.
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
