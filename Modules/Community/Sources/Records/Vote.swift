import Kernel

/// A kind of record that people can vote for.
package protocol VoteSubject: Storable {
    /// The prefix of its topics in `Ballots`.
    static var voteTopic: String { get }
}
