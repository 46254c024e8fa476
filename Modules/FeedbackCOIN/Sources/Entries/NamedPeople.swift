import Kernel

extension NamedPerson {
    /// Returns all people in keys of `FeedbackEntry.byPerson`, which are sorted by person and age.
    static func all(in keys: [IndexKey]) -> [NamedPerson] {
        var people: [NamedPerson] = []
        var previous: (person: [UInt8], recipient: [UInt8]) = ([], [])
        for key in keys {
            var text = key.text
            text.withUTF8 { utf8 in
                // A key contains person, time and entry, then name and address. Most entries of a
                // person share the last two.
                guard let parts = KeyParts(utf8) else { return }
                if people.isEmpty || !parts.person.elementsEqual(previous.person) {
                    previous = (Array(parts.person), [])
                    let key = Identifier<Person>(String(decoding: parts.person, as: UTF8.self))
                    people.append(NamedPerson(key: key, count: 0, latest: parts.time, recipients: []))
                }
                let index = people.count - 1
                people[index].count += 1
                people[index].latest = parts.time
                guard !parts.recipient.elementsEqual(previous.recipient),
                    let recipient = Recipient(written: String(decoding: parts.recipient, as: UTF8.self)[...])
                else { return }
                previous.recipient = Array(parts.recipient)
                people[index].recipients.removeAll { $0 == recipient }
                people[index].recipients.insert(recipient, at: 0)
            }
        }
        return people
    }
}

/// A key of `FeedbackEntry.byPerson`, split in place, since a journal has thousands for few people.
private struct KeyParts {
    let person: Slice<UnsafeBufferPointer<UInt8>>
    /// The time at which the entry was written.
    let time: Instant
    let recipient: Slice<UnsafeBufferPointer<UInt8>>

    /// Splits a key, or returns nil if a part is missing.
    init?(_ key: UnsafeBufferPointer<UInt8>) {
        guard let first = key.firstIndex(of: 1), let second = key[(first + 1)...].firstIndex(of: 1),
            let third = key[(second + 1)...].firstIndex(of: 1)
        else { return nil }
        person = key[..<first]
        recipient = key[(third + 1)...]
        // `p` and the digits, or `n` and the digits counted from the least number.
        let digits = key[(first + 1)..<second]
        let least = digits.first == UInt8(ascii: "n") ? Int64.min : 0
        time = Instant(
            milliseconds: digits.dropFirst().reduce(0) { $0 &* 10 &+ Int64($1 &- UInt8(ascii: "0")) } &+ least)
    }
}

extension Recipient {
    /// Creates a recipient from the text in a key.
    fileprivate init?(written: Substring) {
        let parts = written.split(separator: "\u{1}", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let name = parts[0].isEmpty ? nil : String(parts[0])
        let address = try? EmailAddress(String(parts[1]))
        guard name != nil || address != nil else { return nil }
        self.init(name: name, address: address)
    }
}
