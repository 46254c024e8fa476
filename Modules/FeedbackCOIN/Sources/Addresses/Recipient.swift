import Kernel

/// Whom feedback is for: a name, an address, or both.
public struct Recipient: Codable, Hashable, Sendable {
    /// What they are called.
    public let name: String?
    /// Where mail reaches them.
    public let address: EmailAddress?

    init(name: String?, address: EmailAddress?) { (self.name, self.address) = (name, address) }

    /// Reads `Sam Lee <sam@example.org>`, `sam@example.org` or `Sam Lee`.
    ///
    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`, `recipientEmpty`.
    public init(_ text: String) throws {
        if text.contains("@") || text.contains("<") {
            let mailbox = try Mailbox(text)
            self.init(name: mailbox.name, address: mailbox.address)
        } else {
            guard let name = try Mailbox.checked(name: text) else {
                throw Failure(
                    .recipientEmpty, "A recipient needs a name or an address.",
                    advice: "Write it as 'Sam Lee <sam@example.org>'.",
                    kind: .badData)
            }
            self.init(name: name, address: nil)
        }
    }

    /// As a person writes it: `Sam Lee <sam@example.org>`.
    public var title: String { mailbox?.description ?? name ?? "" }

    /// Where to send, when there is an address.
    public var mailbox: Mailbox? { address.map { Mailbox(name: name, address: $0) } }
}
