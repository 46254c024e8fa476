import Kernel

/// What another device joins with, in one word: the account's secret where it has one, and where the place has a door, whose account is meant and the
/// pass.
struct JoiningKey {
    /// The words of the secret, as somebody typed them; nil where nothing is sealed.
    let secret: String?
    /// For a place with a door.
    let door: (account: String, pass: String)?

    init(secret: String?, door: (account: String, pass: String)?) { (self.secret, self.door) = (secret, door) }

    /// As somebody typed it. White space around its parts is theirs.
    init(_ typed: String) {
        let parts = typed.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        secret = parts[0].isEmpty ? nil : parts[0]
        door = parts.count == 3 ? (parts[1], parts[2].replacing(" ", with: "")) : nil
    }

    /// As it is shown; empty where whoever finds the place may join.
    var text: String { (secret ?? "") + (door.map { "/\($0.account)/\($0.pass)" } ?? "") }
}
