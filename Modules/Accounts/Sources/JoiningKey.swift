import Kernel

/// The key with which another device joins the account.
///
/// It contains the account's secret if there is one. For a place with logins it also contains the
/// account and the pass.
struct JoiningKey {
    /// The words of the secret as typed, or nil if nothing is encrypted.
    let secret: String?
    let credentials: (account: String, pass: String)?

    init(secret: String?, credentials: (account: String, pass: String)?) {
        self.secret = secret
        self.credentials = credentials
    }

    init(_ typed: String) {
        let parts = typed.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        secret = parts[0].isEmpty ? nil : parts[0]
        credentials = parts.count == 3 ? (parts[1], parts[2].replacing(" ", with: "")) : nil
    }

    /// The text for display, or an empty one if every device that finds the place may join.
    var text: String { (secret ?? "") + (credentials.map { "/\($0.account)/\($0.pass)" } ?? "") }
}
