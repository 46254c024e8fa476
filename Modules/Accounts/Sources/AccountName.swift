/// The ID of an account in its place: the app, a random word and the fingerprint of its key.
///
/// It reveals a wrong or missing key before anything is changed.
struct AccountName {
    let text: String

    init(app: String, word: String, mark: String?) {
        text = ([app, word] + (mark.map { [$0] } ?? [])).joined(separator: "-")
    }

    init(_ text: String) { self.text = text }

    private var parts: [String] { text.split(separator: "-").map(String.init) }

    var app: String { parts.first ?? "" }
    /// The fingerprint of its key, or nil if nothing is encrypted.
    var fingerprint: String? { parts.count > 2 ? parts[2] : nil }
}
