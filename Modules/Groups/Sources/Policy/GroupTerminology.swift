import Kernel

/// The words for a group, its roles and its posts in messages. They decide nothing.
package struct GroupTerminology: Sendable {
    /// The word for the group, for example `team`.
    package let group: String
    /// The command-line option that selects a group, for example `--team`.
    package let option: String
    /// The irregular plurals of roles and kinds, for example `head instructors`.
    package let plurals: [String: String]

    package init(group: String = "group", option: String? = nil, plurals: [String: String] = [:]) {
        self.group = group
        self.option = option ?? "--\(group)"
        self.plurals = plurals
    }

    /// Returns a command of the feature as one untranslated word, for example `team move`.
    func command(_ name: String) -> String { [group, name].joined(separator: " ") }

    /// Returns the plural of a role or kind, for example `students`.
    func plural(_ name: String) -> String { plurals[name] ?? "\(name)s" }
}

extension GroupPolicy {
    /// Returns the roles that may perform an action, for example `head instructors and
    /// instructors`, or nil for none.
    ///
    /// Roles that may do it for everyone come first.
    func allowed(_ action: Action, _ resource: String) -> String? {
        let rolesForAll = roles.filter { allows($0, action, resource, [.all]) }
        let names = (rolesForAll.isEmpty ? roles.filter { allowsAny($0, action, resource) } : rolesForAll).map(
            wording.plural)
        return names.isEmpty ? nil : listed(names)
    }

    /// Returns an action as a phrase after `may`, for example `write announcements`.
    func phrase(_ action: Action, _ resource: String) -> String {
        let parts = resource.split(separator: ":", maxSplits: 1).map(String.init)
        let plural = wording.plural(parts.last ?? resource)
        switch (parts.first, action) {
        case ("member", .change): return "decide who are \(plural)"
        case ("member", .withdraw): return "remove \(plural)"
        case ("member", .write): return "bring \(plural)"
        case ("invitation", .write): return "invite \(plural)"
        case ("invitation", .withdraw): return "end invitations of \(plural)"
        case ("invitation", _): return "see invitations of \(plural)"
        case (GroupResource.guardianship, .withdraw): return "end a consent"
        case (GroupResource.guardianship, _): return "note a consent"
        case (_, .read): return "see \(plural)"
        case (_, .withdraw): return "take back \(plural)"
        case (_, .change): return "change \(plural)"
        case (_, .count): return "count \(plural)"
        case (_, .write): return "write \(plural)"
        }
    }

    /// Returns the failure of a forbidden action, with the roles or relation that would allow it.
    package func refusal(_ action: Action, _ resource: String, _ role: String) -> Failure {
        let actionPhrase = phrase(action, resource)
        guard let allowed = allowed(action, resource) else {
            return Failure(.groupNotAllowed, "Nobody may \(actionPhrase).")
        }
        guard allowsAny(role, action, resource) else {
            return Failure(.groupNotAllowed, "Only \(allowed) may \(actionPhrase).", advice: "Ask one of them.")
        }
        return Failure(.groupNotAllowed, "You may \(actionPhrase) only where that is yours.")
    }
}
