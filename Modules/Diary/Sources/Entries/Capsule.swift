import Kernel

/// The seal of an entry, which hides it until a day.
extension Entry {
    /// The default duration of a seal in months.
    package static let monthsSealed = 12

    /// Returns whether the entry is hidden on a day, which is before its opening day.
    package func isClosed(on today: Day) -> Bool { sealedUntil.map { today < $0 } ?? false }

    /// Returns the entry as visible on a day.
    ///
    /// While the entry is closed, only its day and opening day are visible.
    func visible(on today: Day) -> Entry { isClosed(on: today) ? redacted() : self }

    /// Checks the opening day of a seal.
    ///
    /// - Throws: `sealInvalid` for a day that is not in the future.
    static func checked(seal day: Day, today: Day) throws -> Day {
        guard day > today else {
            throw Failure(
                .sealInvalid, "An entry is sealed until a day in the future; \(day) is not.",
                advice: "Nothing was changed.", kind: .badData)
        }
        return day
    }

    /// Checks that the entry is open, so that it may be read or changed.
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
            .entrySealed, "The entry of \(day) is sealed until \(opens).",
            advice: "`unseal \(day)` opens it now, and asks first."
        )
    }
}

extension TrashedEntry {
    /// Returns the deleted entry as visible on a day.
    func visible(on today: Day) -> TrashedEntry { TrashedEntry(entry.visible(on: today), deletedAt: deletedAt) }
}
