import Kernel

/// A hint that is shown once, and never again.
public struct Tip: Sendable {
    /// The tip's name: `FlashcardConfiguration`.
    public let id: String
    /// The name of its picture among the SF Symbols, for programs.
    public let icon: String
    /// Its picture in a terminal: one character.
    public let glyph: String
    /// What it is about, in a line.
    public let title: String
    /// What it says.
    public let text: String
    /// The command where it helps: `study`; nil where it fits anywhere.
    public let feature: String?
    /// Whether it is shown below the first command of its feature that succeeds, without being asked for.
    public let onFirstVisit: Bool
    /// Where it stands among the tips of all features: the lowest is shown first.
    public let rank: Int

    package init(
        _ id: String, icon: String, glyph: String, _ title: String, _ text: String, feature: String? = nil,
        onFirstVisit: Bool = false, rank: Int = 50
    ) {
        (self.id, self.icon, self.glyph, self.onFirstVisit, self.rank) = (id, icon, glyph, onFirstVisit, rank)
        (self.title, self.text, self.feature) = (title, text.inOneLine, feature)
    }
}

extension Guide {
    /// The names of the tips that this profile has seen.
    public func seenTips() throws -> Set<String> {
        try store.scoped(to: profile()).read { transaction in
            Set(try transaction.records(.all).map { (seen: SeenTip) in seen.id.rawValue })
        }
    }

    /// The first of some tips that this profile has not seen, and from now on has; nil when it has seen them all.
    ///
    /// - Parameter feature: only tips for this command; nil for any.
    public func takeTip(of tips: [Tip], for feature: String? = nil) throws -> Tip? {
        let fitting = tips.filter { feature == nil || $0.feature == feature }
        let seen = try seenTips()
        guard fitting.contains(where: { !seen.contains($0.id) }) else { return nil }
        let now = time.now()
        return try store.scoped(to: profile()).write { transaction in
            for tip in fitting where try transaction.record(Guide.name(tip)) == nil {
                try transaction.put(SeenTip(id: Guide.name(tip), seenAt: now))
                return tip
            }
            return nil
        }
    }

    /// The first of the tips of one feature that this profile has not seen, and from now on has: those of a first visit at once, of the others one a
    /// day; nil when there is none for today.
    public func takeTipOfToday(of tips: [Tip]) throws -> Tip? {
        let seen = try store.scoped(to: profile()).read { transaction in
            Dictionary(try transaction.records(.all).map { (seen: SeenTip) in (seen.id.rawValue, seen.seenAt) }) { first, _ in
                first
            }
        }
        let isOver = tips.contains { tip in seen[tip.id].map { time.calendar.day(of: $0) == time.today() } ?? false }
        return try takeTip(of: tips.filter { ($0.onFirstVisit || !isOver) && seen[$0.id] == nil })
    }

    /// Takes tips for seen without showing them.
    public func dismiss(_ tips: [Tip]) throws {
        let now = time.now()
        try store.scoped(to: profile()).write { transaction in
            for tip in tips where try transaction.record(Guide.name(tip)) == nil {
                try transaction.put(SeenTip(id: Guide.name(tip), seenAt: now))
            }
        }
    }

    /// Forgets which tips this profile has seen: they are shown again.
    public func resetTips() throws {
        try store.scoped(to: profile()).write { transaction in
            let seen: [SeenTip] = try transaction.records(.all)
            for tip in seen { try transaction.delete(tip.id) }
        }
    }

    private static func name(_ tip: Tip) -> Identifier<SeenTip> { Identifier(tip.id) }
}
