import Kernel

/// What people call a group, its roles and its papers; sentences are made of it. Nothing is decided by it.
public struct StatuteWording: Sendable {
    /// What the group itself is called: `team`.
    public let group: String
    /// What names one of several on a command line: `--team`.
    public let option: String
    /// Roles and kinds in the plural, where that is another word than theirs with an s: `head instructors`.
    public let plurals: [String: String]

    /// Words of a feature.
    public init(group: String = "group", option: String? = nil, plurals: [String: String] = [:]) {
        (self.group, self.option, self.plurals) = (group, option ?? "--\(group)", plurals)
    }

    /// A command of the feature, as one word that no language says otherwise: `team move`.
    func command(_ name: String) -> String { [group, name].joined(separator: " ") }

    func plural(_ name: String) -> String { plurals[name] ?? "\(name)s" }
}

extension Statutes {
    /// Who may do something for everybody, or at all, for people: `head instructors and instructors`; nil for nobody.
    func allowed(_ action: Action, _ matter: String) -> String? {
        let everywhere = roles.filter { allows($0, action, matter, [.all]) }
        let names = (everywhere.isEmpty ? roles.filter { allowsAny($0, action, matter) } : everywhere).map(wording.plural)
        return names.isEmpty ? nil : listed(names)
    }

    /// What somebody would do, behind `may`: `write announcements`.
    func deed(_ action: Action, _ matter: String) -> String {
        let parts = matter.split(separator: ":", maxSplits: 1).map(String.init)
        let whom = wording.plural(parts.last ?? matter)
        switch (parts.first, action) {
        case ("member", .change): return "decide who are \(whom)"
        case ("member", .withdraw): return "remove \(whom)"
        case ("member", .write): return "bring \(whom)"
        case ("invitation", .write): return "invite \(whom)"
        case ("invitation", .withdraw): return "end invitations of \(whom)"
        case ("invitation", _): return "see invitations of \(whom)"
        case (Matter.guardianship, .withdraw): return "end a consent"
        case (Matter.guardianship, _): return "note a consent"
        case (_, .read): return "see \(whom)"
        case (_, .withdraw): return "take back \(whom)"
        case (_, .change): return "change \(whom)"
        case (_, .count): return "count \(whom)"
        case (_, .write): return "write \(whom)"
        }
    }

    /// Why somebody may not: who may, or whose it must be.
    package func refusal(_ action: Action, _ matter: String, _ role: String) -> Failure {
        let deed = deed(action, matter)
        guard let allowed = allowed(action, matter) else { return Failure(.groupNotAllowed, "Nobody may \(deed).") }
        guard allowsAny(role, action, matter) else {
            return Failure(.groupNotAllowed, "Only \(allowed) may \(deed).", advice: "Ask one of them.")
        }
        return Failure(.groupNotAllowed, "You may \(deed) only where that is yours.")
    }
}
