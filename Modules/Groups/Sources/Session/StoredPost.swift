import Kernel

/// A post in a store that people share.
///
/// A withdrawn post leaves an empty record with its id, so that a late copy does not restore it.
struct StoredPost: Storable {
    let id: Identifier<StoredPost>
    let author: Identifier<Member>
    let kind: String
    let writtenAt: Instant
    /// The post, or nil if it was withdrawn or is unreadable.
    var post: Post?

    /// The day of receipt, or nil for posts of versions that did not record it.
    var takenOn: Day?

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case id, author, kind, writtenAt, takenOn
        case post = "paper"
    }

    init(_ post: Post, takenOn: Day? = nil) {
        self.takenOn = takenOn
        id = Identifier(post.id.rawValue)
        author = post.author
        kind = post.kind
        writtenAt = post.writtenAt
        self.post = post
    }

    /// Decodes a record. A record with an invalid date, for example one edited by hand, becomes
    /// empty and does not block the others.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decode(Identifier<StoredPost>.self, forKey: .id)
        post = (try? fields.decodeIfPresent(Post.self, forKey: .post)) ?? nil
        author = (try? fields.decode(Identifier<Member>.self, forKey: .author)) ?? post?.author ?? Identifier("")
        kind = (try? fields.decode(String.self, forKey: .kind)) ?? post?.kind ?? ""
        writtenAt =
            (try? fields.decode(Instant.self, forKey: .writtenAt)) ?? post?.writtenAt ?? Instant(milliseconds: 0)
        takenOn = (try? fields.decodeIfPresent(Day.self, forKey: .takenOn)) ?? nil
    }

    static let byKind = Index<StoredPost, IndexKey>.ordered("kind") { stored in
        stored.post.map { IndexKey($0.kind, $0.writtenAt, $0.id.rawValue) }
    }
    static let byDay = Index<StoredPost, IndexKey>.ordered("day") { stored in
        stored.post.map { IndexKey($0.author, stored.takenOn ?? $0.day) }
    }
    static let byAnswered = Index<StoredPost, IndexKey>.ordered("answered") { stored in
        stored.post?.answers.map { IndexKey($0, stored.id) }
    }
    static let collection = RecordCollection<StoredPost>("groups.paper", indexes: [byKind, byDay, byAnswered])
}
