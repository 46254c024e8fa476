import Kernel

extension Person {
    /// Who a recipient is: made of the address, else of the name without case, accents and width, so that every device gives the same person the
    /// same identifier.
    public static func id(of recipient: Recipient) -> Identifier<Person> { id(of: key(of: recipient)) }

    /// Who somebody is of whom a name alone is known.
    public static func id(ofName name: String) -> Identifier<Person> { id(of: key(ofName: name)) }

    /// An identifier from the key of a name or an address: sixteen characters of Crockford's base 32, as other identifiers have them.
    static func id(of key: String) -> Identifier<Person> {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return Identifier(String(SHA256.digest(Array(key.utf8)).prefix(16).map { alphabet[Int($0) % 32] }))
    }

    static func key(of recipient: Recipient) -> String {
        recipient.address.map(key(ofAddress:)) ?? key(ofName: recipient.name ?? "")
    }

    static func key(ofAddress address: EmailAddress) -> String { "address:\(address.text.lowercased())" }

    /// What two names that mean one person have in common.
    static func key(ofName name: String) -> String {
        let words = Folding.folded(name)
        return "name:\(words.isEmpty ? Folding.plain(name) : words)"
    }

    /// Of a name, or of an address where it is one.
    static func key(ofAlias alias: String) -> String {
        guard alias.contains("@"), let address = try? EmailAddress(alias) else { return key(ofName: alias) }
        return key(ofAddress: address)
    }

    /// The keys of all names and addresses that are noted about somebody.
    var keys: [String] {
        let own = [name.map(Person.key(ofName:)), address.map(Person.key(ofAddress:))].compactMap(\.self)
        return own + aliases.map(Person.key(ofAlias:))
    }

    /// Adds names and addresses that mean them as well, each once.
    mutating func add(aliases more: [String]) {
        var seen = Set(keys)
        aliases += more.filter { seen.insert(Person.key(ofAlias: $0)).inserted }
    }
}
