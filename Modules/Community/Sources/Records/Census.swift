import Kernel

/// How many people take part in a community, and of which apps.
public struct Census: Hashable, Sendable {
    /// The apps that somebody takes part in, or that something is planned for, by name.
    public let apps: [String]
    /// People who were let in; where nobody is let in, those who have written something.
    public let people: Int
    /// Who answers; nil where they share one key.
    public let developers: Int?

    /// What a board has counted.
    package init(apps: [String], people: Int, developers: Int?) {
        (self.apps, self.people, self.developers) = (apps, people, developers)
    }
}
