import Kernel

/// The number of participants in a community and their apps.
package struct ParticipantCounts: Hashable, Sendable {
    /// The apps with participants or planned items, by name.
    package let apps: [String]
    /// The number of admitted people, or of authors where no admission is needed.
    package let people: Int
    /// The number of developers, or nil if they share one key.
    package let developers: Int?

    package init(apps: [String], people: Int, developers: Int?) {
        self.apps = apps
        self.people = people
        self.developers = developers
    }
}
