import Kernel

extension Person {
    /// Who a recipient is: made of the address, else of the name without case, accents and width, so that every device gives the same person the
    /// same identifier.
    public static func id(of recipient: Recipient) -> Identifier<Person> {
        if let address = recipient.address { return id(ofAddress: address) }
        return id(ofName: recipient.name ?? "")
    }

    static func id(ofAddress address: EmailAddress) -> Identifier<Person> { id(made: "address", of: address.text.lowercased()) }

    static func id(ofName name: String) -> Identifier<Person> { id(made: "name", of: folded(name)) }

    /// Who an alias means: an address where it can be one.
    static func id(ofAlias alias: String) -> Identifier<Person> {
        guard alias.contains("@"), let address = try? EmailAddress(alias) else { return id(ofName: alias) }
        return id(ofAddress: address)
    }

    /// What two names that mean one person have in common.
    static func folded(_ name: String) -> String {
        let words = Folding.folded(name)
        return words.isEmpty ? Folding.plain(name) : words
    }

    /// Sixteen characters of Crockford's base 32, as other identifiers have them.
    private static func id(made way: String, of text: String) -> Identifier<Person> {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return Identifier(
            String(SHA256.digest(Array("\(way):\(text)".utf8)).prefix(16).map { alphabet[Int($0) % 32] }))
    }
}
