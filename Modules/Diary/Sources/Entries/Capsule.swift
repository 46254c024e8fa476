import Kernel

/// An entry that is sealed until a day: photo now, seen later.
extension Entry {
    /// For how many months an entry is sealed when nobody says until when.
    public static let monthsSealed = 12

    /// Whether it is closed on a day: before the day on which it opens.
    public func isClosed(on today: Day) -> Bool { sealedUntil.map { today < $0 } ?? false }

    /// The entry as people see it on a day: of one that is closed nothing but its day and the day on which it opens.
    func seen(on today: Day) -> Entry { isClosed(on: today) ? veiled() : self }

    /// The day until which an entry is sealed.
    ///
    /// - Throws: `sealInvalid` for a day that is not in the future.
    static func checked(seal day: Day, today: Day) throws -> Day {
        guard day > today else {
            throw Failure(
                .sealInvalid, "An entry is sealed until a day in the future; \(day) is not.", advice: "Nothing was changed.",
                kind: .badData)
        }
        return day
    }

    /// Nobody reads or changes what is closed.
    ///
    /// - Throws: `entrySealed`.
    func requireOpen(on today: Day) throws {
        guard let opens = sealedUntil, isClosed(on: today) else { return }
        throw Entry.sealed(day, until: opens)
    }

    static func notSealed(_ day: Day) -> Failure {
        Failure(.notSealed, "The entry of \(day) is not sealed.", advice: "`show \(day)` shows it.")
    }

    static func sealed(_ day: Day, until opens: Day) -> Failure {
        Failure(
            .entrySealed, "The entry of \(day) is sealed until \(opens).", advice: "`unseal \(day)` opens it now, and asks first."
        )
    }
}

extension TrashedEntry {
    /// The deleted entry as people see it on a day.
    func seen(on today: Day) -> TrashedEntry { TrashedEntry(entry.seen(on: today), deletedAt: deletedAt) }
}
