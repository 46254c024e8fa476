import Kernel

extension NamedPerson {
    /// Everybody in the keys of `FeedbackEntry.byPerson`, which come by person and by age.
    static func all(in keys: [IndexKey]) -> [NamedPerson] {
        var found: [NamedPerson] = []
        var last: (person: Substring.UTF8View, written: Substring.UTF8View) = (""[...].utf8, ""[...].utf8)
        for key in keys {
            // Person, time, entry; then name and address, which most entries of a person have in common.
            let parts = key.text[...].utf8.split(separator: 1, maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4 else { continue }
            let figures = parts[1].drop { $0 == UInt8(ascii: "p") || $0 == UInt8(ascii: "n") }
            let latest = Instant(milliseconds: Int64(Substring(figures)) ?? 0)
            if !parts[0].elementsEqual(last.person) {
                found.append(NamedPerson(key: Identifier(String(Substring(parts[0]))), count: 0, latest: latest, recipients: []))
                last = (parts[0], ""[...].utf8)
            }
            let place = found.count - 1
            found[place].count += 1
            found[place].latest = latest
            guard !parts[3].elementsEqual(last.written), let recipient = Recipient(written: Substring(parts[3])) else { continue }
            last.written = parts[3]
            found[place].recipients.removeAll { $0 == recipient }
            found[place].recipients.insert(recipient, at: 0)
        }
        return found
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
