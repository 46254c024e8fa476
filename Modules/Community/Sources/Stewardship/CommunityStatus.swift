import Kernel

/// How a community stands, for those who answer it.
public struct CommunityStatus: Sendable {
    /// Where a community lies.
    public enum Kind: String, Sendable {
        /// In a folder that people share.
        case folder
        /// In a database, which guards it.
        case database
        /// In the memory of this program.
        case memory
    }

    /// Which it is, and where.
    public let place: BoardPlace
    /// Where it lies.
    public let kind: Kind
    /// How far its schema has come; nil where there is none, or nobody could say.
    public let schema: BoardSchema?
    /// Who takes part; nil where it cannot be reached, and for whoever may not answer.
    public let census: Census?
    /// Whether whoever asks may answer; nil where it cannot be reached.
    public let mayAnswer: Bool?
    /// Why it cannot be reached.
    public let trouble: Failure?
}

extension Stewardship {
    /// How the community stands that is known; nil for none. What cannot be reached is said in `trouble`.
    public func status() throws -> CommunityStatus? {
        guard let place = try access.place() else { return nil }
        var schema: BoardSchema?
        func status(_ seen: (census: Census?, isDeveloper: Bool)?, _ trouble: Failure?) -> CommunityStatus {
            let isDatabase = schema != nil || place.path.hasPrefix("postgres")
            return CommunityStatus(
                place: place, kind: isDatabase ? .database : place.path == "memory" ? .memory : .folder, schema: schema,
                census: seen?.census, mayAnswer: seen?.isDeveloper, trouble: trouble)
        }
        do {
            schema = try access.schema(.asked)
            return status(try look { ($1.isDeveloper ? try $0.census() : nil, $1.isDeveloper) }, nil)
        } catch let failure as Failure { return status(nil, failure) }
    }
}
