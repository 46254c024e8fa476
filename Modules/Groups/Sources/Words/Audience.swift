import Kernel

/// The readers of a post.
package enum Audience: Hashable, Sendable {
    /// Only the author.
    case author
    case members(Set<Identifier<Member>>)
    case role(String)
    case everyone

    /// Whether it includes a member.
    package func includes(_ member: Member, author: Identifier<Member>) -> Bool {
        switch self {
        case .author: member.id == author
        case .members(let members): member.id == author || members.contains(member.id)
        case .role(let role): member.id == author || member.role == role
        case .everyone: true
        }
    }

    /// The members whom the audience names, or none for another kind of audience.
    package var named: Set<Identifier<Member>> { if case .members(let named) = self { named } else { [] } }

    /// The stored form: `author`, `everyone`, `role:lead`, or `members` with the names stored
    /// separately.
    package var text: String {
        switch self {
        case .author: "author"
        case .members: "members"
        case .role(let role): "role:\(role)"
        case .everyone: "everyone"
        }
    }

    /// Parses the stored form, with the names stored separately, or returns nil for invalid text.
    package init?(text: String, named: [String]) {
        switch text {
        case "author": self = .author
        case "everyone": self = .everyone
        case "members": self = .members(Set(named.map { Identifier($0) }))
        default:
            guard text.hasPrefix("role:") else { return nil }
            self = .role(String(text.dropFirst(5)))
        }
    }
}

extension Audience: Codable {
    private enum Key: String, CodingKey { case audience, named }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let text = try fields.decode(String.self, forKey: .audience)
        let named = try fields.decodeIfPresent([String].self, forKey: .named) ?? []
        guard let audience = Audience(text: text, named: named) else {
            throw DecodingError.dataCorruptedError(forKey: .audience, in: fields, debugDescription: "no audience")
        }
        self = audience
    }

    /// Writes the text, and the names if there are any.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(text, forKey: .audience)
        if !named.isEmpty { try fields.encode(named.map(\.rawValue).sorted(), forKey: .named) }
    }
}
