/// The id of an account, as the place has it: whose app it is, a word drawn by chance, and the mark of its key, so that whoever comes with another key, or
/// without, is told so before anything is done.
struct AccountName {
    let text: String

    init(app: String, word: String, mark: String?) { text = ([app, word] + (mark.map { [$0] } ?? [])).joined(separator: "-") }

    init(_ text: String) { self.text = text }

    private var parts: [String] { text.split(separator: "-").map(String.init) }

    /// The app, as it is typed.
    var app: String { parts.first ?? "" }
    /// The mark of its key; nil where nothing is sealed.
    var mark: String? { parts.count > 2 ? parts[2] : nil }
}
