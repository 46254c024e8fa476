import Groups
import Kernel

/// The visibility of given feedback.
package enum TeamVisibility: String, CaseIterable, Sendable {
    /// Visible to its author only.
    ///
    /// It is saved in the journal and never leaves the device.
    case `private`
    case recipient
    case team
}

/// The content of a team's post.
struct TeamContent: Codable, Hashable, Sendable {
    var text: FeedbackText?
    /// For feedback: praise or growth.
    var kind: FeedbackKind?
    /// For feedback: the request that it answers.
    var request: Identifier<Post>?
    /// The text of a request or a comment.
    var words: String?

    /// The rule for the text of a request or a comment.
    static let words = InputTextRule(upTo: 2_000, .many)

    /// The content as JSON.
    var bytes: [UInt8] { get throws { Array(try JSONValue.encoder.encode(self)) } }

    /// Reads the content of a post by the rules for typed text.
    ///
    /// Invalid content counts as empty.
    ///
    /// The post comes from another member's program and is therefore not trusted.
    init(_ post: Post) {
        self.init()
        guard let decoded = try? JSONDecoder().decode(TeamContent.self, from: Data(post.content)) else { return }
        kind = decoded.kind
        request = decoded.request
        words = decoded.words.flatMap { try? TeamContent.words.normalized($0) }
        text = decoded.text.flatMap { try? EntryTextRules.checked($0) }
    }

    init(text: FeedbackText? = nil, kind: FeedbackKind? = nil, request: Identifier<Post>? = nil, words: String? = nil) {
        self.text = text
        self.kind = kind
        self.request = request
        self.words = words
    }
}
