import Kernel

/// The addressee of feedback: a name, an address, or both.
package struct Recipient: Codable, Hashable, Sendable {
    package let name: String?
    package let address: EmailAddress?

    init(name: String?, address: EmailAddress?) {
        self.name = name
        self.address = address
    }

    /// Parses `Sam Lee <sam@example.org>`, `sam@example.org` or `Sam Lee`.
    ///
    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`, `recipientEmpty`.
    package init(_ text: String) throws {
        if text.contains("@") || text.contains("<") {
            let mailbox = try Mailbox(text)
            self.init(name: mailbox.name, address: mailbox.address)
        } else {
            guard let name = try Mailbox.checked(name: text) else {
                throw Failure(
                    .recipientEmpty, "A recipient needs a name or an address.",
                    advice: "Write it as 'Sam Lee <sam@example.org>'.", kind: .badData)
            }
            self.init(name: name, address: nil)
        }
    }

    /// The text for people: `Sam Lee <sam@example.org>`.
    package var title: String { mailbox?.description ?? name ?? "" }

    package var mailbox: Mailbox? { address.map { Mailbox(name: name, address: $0) } }
}
