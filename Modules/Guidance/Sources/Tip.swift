import Kernel

/// A tip that is shown once.
public struct Tip: Sendable {
    /// The tip's name: `FlashcardConfiguration`.
    public let id: String
    /// The SF Symbols name of the icon, for programs.
    public let icon: String
    /// The icon in a terminal: one character.
    public let glyph: String
    public let title: String
    public let text: String
    /// The command for which the tip is useful, such as `study`, or `nil` for any.
    public let feature: String?
    /// Whether the tip appears automatically after the first successful command of its feature.
    public let onFirstVisit: Bool
    /// The rank among the tips of all features, lowest first.
    public let rank: Int

    package init(
        _ id: String, icon: String, glyph: String, _ title: String, _ text: String, feature: String? = nil,
        onFirstVisit: Bool = false, rank: Int = 50
    ) {
        self.id = id
        self.icon = icon
        self.glyph = glyph
        self.onFirstVisit = onFirstVisit
        self.rank = rank
        self.title = title
        self.text = text.inOneLine
        self.feature = feature
    }
}

extension Guide {
    /// Returns the names of the tips that this profile has seen.
    public func seenTips() throws -> Set<String> {
        try store.scoped(to: profile()).read { transaction in
            Set(try transaction.records(.all).map { (seen: SeenTip) in seen.id.rawValue })
        }
    }

    /// Returns the first unseen tip and marks it as seen, or returns `nil` if this profile has seen
    /// them all.
    ///
    /// - Parameter feature: the command of the tips, or `nil` for any.
    public func takeTip(of tips: [Tip], for feature: String? = nil) throws -> Tip? {
        let matchingTips = tips.filter { feature == nil || $0.feature == feature }
        let seenIDs = try seenTips()
        guard matchingTips.contains(where: { !seenIDs.contains($0.id) }) else { return nil }
        let now = time.now()
        return try store.scoped(to: profile()).write { transaction in
            for tip in matchingTips where try transaction.record(Guide.name(tip)) == nil {
                try transaction.put(SeenTip(id: Guide.name(tip), seenAt: now))
                return tip
            }
            return nil
        }
    }

    /// Returns the first unseen tip of one feature and marks it as seen, or returns `nil` if none
    /// is left for today.
    ///
    /// First-visit tips appear at once. Other tips appear at most once a day.
    public func takeTipOfToday(of tips: [Tip]) throws -> Tip? {
        let seenAt = try store.scoped(to: profile()).read { transaction in
            Dictionary(try transaction.records(.all).map { (seen: SeenTip) in (seen.id.rawValue, seen.seenAt) }) {
                first, _ in
                first
            }
        }
        let hasTipOfToday = tips.contains { tip in
            seenAt[tip.id].map { time.calendar.day(of: $0) == time.today() } ?? false
        }
        return try takeTip(of: tips.filter { ($0.onFirstVisit || !hasTipOfToday) && seenAt[$0.id] == nil })
    }

    /// Marks tips as seen without showing them.
    public func dismiss(_ tips: [Tip]) throws {
        let now = time.now()
        try store.scoped(to: profile()).write { transaction in
            for tip in tips where try transaction.record(Guide.name(tip)) == nil {
                try transaction.put(SeenTip(id: Guide.name(tip), seenAt: now))
            }
        }
    }

    /// Resets the seen tips of this profile, so that they are shown again.
    public func resetTips() throws {
        try store.scoped(to: profile()).write { transaction in
            let records: [SeenTip] = try transaction.records(.all)
            for tip in records { try transaction.delete(tip.id) }
        }
    }

    /// Returns the identifier of the record that a profile has seen a tip.
    private static func name(_ tip: Tip) -> Identifier<SeenTip> { Identifier(tip.id) }
}
