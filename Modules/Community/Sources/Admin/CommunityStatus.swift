import Kernel

/// The status of a community for its developers.
package struct CommunityStatus: Sendable {
    /// The kind of place that contains a community.
    package enum Kind: String, Sendable {
        case folder
        case database
        case memory
    }

    package let place: BoardPlace
    package let kind: Kind
    /// The schema state, or nil if there is no schema or it is unknown.
    package let schema: BoardSchema?
    /// The participants, or nil if the community is unreachable or the caller is no developer.
    package let participants: ParticipantCounts?
    /// Whether the caller is a developer, or nil if the community is unreachable.
    package let mayAnswer: Bool?
    /// The reason why the community is unreachable, or nil.
    package let trouble: Failure?
}

extension CommunityAdmin {
    /// Returns the status of the known community, or nil if there is none. `trouble` contains the
    /// reason for an unreachable one.
    package func status() throws -> CommunityStatus? {
        guard let place = try access.place() else { return nil }
        var schema: BoardSchema?
        func makeStatus(_ access: (participants: ParticipantCounts?, isDeveloper: Bool)?, _ trouble: Failure?)
            -> CommunityStatus
        {
            let isDatabase = schema != nil || SharedLocation(place.path).isDatabase
            return CommunityStatus(
                place: place, kind: isDatabase ? .database : place.path == "memory" ? .memory : .folder, schema: schema,
                participants: access?.participants, mayAnswer: access?.isDeveloper, trouble: trouble)
        }
        do {
            schema = try access.schema(.userInitiated)
            return makeStatus(
                try readBoard { ($1.isDeveloper ? try $0.participantCounts() : nil, $1.isDeveloper) }, nil)
        } catch let failure as Failure { return makeStatus(nil, failure) }
    }
}
