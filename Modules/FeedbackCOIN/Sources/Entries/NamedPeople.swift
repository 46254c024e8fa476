import Kernel

extension NamedPerson {
    /// Everybody in the keys of `FeedbackEntry.byPerson`, which come by person and by age.
    static func all(in keys: [IndexKey]) -> [NamedPerson] {
        var found: [NamedPerson] = []
        var last: (person: [UInt8], written: [UInt8]) = ([], [])
        for key in keys {
            var text = key.text
            text.withUTF8 { utf8 in
                // Person, time, entry; then name and address, which most entries of a person have in common.
                guard let parts = KeyParts(utf8) else { return }
                if found.isEmpty || !parts.person.elementsEqual(last.person) {
                    last = (Array(parts.person), [])
                    let key = Identifier<Person>(String(decoding: parts.person, as: UTF8.self))
                    found.append(NamedPerson(key: key, count: 0, latest: parts.time, recipients: []))
                }
                let place = found.count - 1
                found[place].count += 1
                found[place].latest = parts.time
                guard !parts.written.elementsEqual(last.written),
                    let recipient = Recipient(written: String(decoding: parts.written, as: UTF8.self)[...])
                else { return }
                last.written = Array(parts.written)
                found[place].recipients.removeAll { $0 == recipient }
                found[place].recipients.insert(recipient, at: 0)
            }
        }
        return found
    }
}

/// A key of `FeedbackEntry.byPerson` taken apart where it lies: a journal has thousands, mostly of few people.
private struct KeyParts {
    let person: Slice<UnsafeBufferPointer<UInt8>>
    let time: Instant
    /// Name and address.
    let written: Slice<UnsafeBufferPointer<UInt8>>

    /// Nil where a part is missing.
    init?(_ key: UnsafeBufferPointer<UInt8>) {
        guard let first = key.firstIndex(of: 1), let second = key[(first + 1)...].firstIndex(of: 1),
            let third = key[(second + 1)...].firstIndex(of: 1)
        else { return nil }
        (person, written) = (key[..<first], key[(third + 1)...])
        // Behind a letter for the sign.
        let digits = key[(first + 1)..<second].dropFirst()
        time = Instant(milliseconds: digits.reduce(0) { $0 &* 10 &+ Int64($1 &- UInt8(ascii: "0")) })
    }
}

extension Recipient {
    /// As a key holds it.
    fileprivate init?(written: Substring) {
        let parts = written.split(separator: "\u{1}", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let (name, address) = (parts[0].isEmpty ? nil : String(parts[0]), try? EmailAddress(String(parts[1])))
        guard name != nil || address != nil else { return nil }
        self.init(name: name, address: address)
    }
}
