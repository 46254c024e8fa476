import Kernel

extension Person {
    /// Returns the identifier of a recipient.
    ///
    /// It is derived from the address, or else from the name without case, accents and width, so
    /// all devices agree.
    package static func id(of recipient: Recipient) -> Identifier<Person> { id(of: key(of: recipient)) }

    /// Returns the identifier of a person known by name only.
    package static func id(ofName name: String) -> Identifier<Person> { id(of: key(ofName: name)) }

    /// Derives an identifier from a key: sixteen characters of Crockford's base 32, as in other
    /// identifiers.
    static func id(of key: String) -> Identifier<Person> {
        Identifier(SHA256.digest(Array(key.utf8)).prefix(16).letters)
    }

    static func key(of recipient: Recipient) -> String {
        recipient.address.map(key(ofAddress:)) ?? key(ofName: recipient.name ?? "")
    }

    static func key(ofAddress address: EmailAddress) -> String { "address:\(address.text.lowercased())" }

    /// Returns the key that all spellings of a name share.
    static func key(ofName name: String) -> String {
        let words = Folding.folded(name)
        return "name:\(words.isEmpty ? Folding.plain(name) : words)"
    }

    /// Returns the key of a name or an address.
    static func key(ofAlias alias: String) -> String {
        guard alias.contains("@"), let address = try? EmailAddress(alias) else { return key(ofName: alias) }
        return key(ofAddress: address)
    }

    /// The keys of all saved names and addresses of the person.
    var keys: [String] {
        let currentKeys = [name.map(Person.key(ofName:)), address.map(Person.key(ofAddress:))].compactMap(\.self)
        return currentKeys + aliases.map(Person.key(ofAlias:))
    }

    /// Adds further names and addresses, each once.
    mutating func add(aliases newAliases: [String]) {
        var seen = Set(keys)
        aliases += newAliases.filter { seen.insert(Person.key(ofAlias: $0)).inserted }
    }
}
