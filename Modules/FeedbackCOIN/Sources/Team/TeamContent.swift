import Groups
import Kernel

/// Who sees feedback that somebody gives.
public enum TeamVisibility: String, CaseIterable, Sendable {
    /// Nobody but its author: it is written down here, and nothing of it leaves the device.
    case `private`
    /// Whom it is about.
    case recipient
    /// Everybody in the team.
    case team
}

/// What a paper of a team says.
struct TeamContent: Codable, Hashable, Sendable {
    /// Of feedback.
    var text: FeedbackText?
    /// Of feedback: praise or growth.
    var kind: FeedbackKind?
    /// Of feedback: the request that it answers.
    var request: Identifier<Paper>?
    /// Of a request or a comment.
    var words: String?

    /// What a request asks, and a comment says, at most.
    static let words = TypedText(upTo: 2_000, .many)

    var bytes: [UInt8] { get throws { Array(try JSONValue.encoder.encode(self)) } }

    /// What came from somebody else's program: judged as if a person had typed it, and empty where it is none of ours.
    init(_ paper: Paper) {
        self.init()
        guard let found = try? JSONDecoder().decode(TeamContent.self, from: Data(paper.content)) else { return }
        (kind, request) = (found.kind, found.request)
        words = found.words.flatMap { try? TeamContent.words.judged($0) }
        text = found.text.flatMap { try? Wording.checked($0) }
    }

    init(text: FeedbackText? = nil, kind: FeedbackKind? = nil, request: Identifier<Paper>? = nil, words: String? = nil) {
        (self.text, self.kind, self.request, self.words) = (text, kind, request, words)
    }
}
