import Kernel

/// A file signed by the seller, in three lines: its kind, one line of JSON, and the key with the
/// signature. The first two lines are signed as bytes, line ends included, and are never encoded
/// again.
package struct SignedText: Hashable, Sendable {
    /// The kind of a signed text, which is its first line.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case license = "commonplace licence 1"
        case revocations = "commonplace revocations 1"
    }

    /// The largest file size in bytes.
    package static let largest = 1 << 20

    package let kind: Kind
    package let payload: [UInt8]
    /// The key that the file names.
    package let key: LicenseKey
    /// The signature of 64 bytes.
    package let signature: [UInt8]

    /// Creates a text, or nil unless the payload is one line and the signature has 64 bytes.
    package init?(_ kind: Kind, payload: [UInt8], key: LicenseKey, signature: [UInt8]) {
        guard !payload.contains(SignedText.lineEnd), signature.count == 64 else { return nil }
        self.kind = kind
        self.payload = payload
        self.key = key
        self.signature = signature
    }

    /// Parses a file. Any changed byte makes it invalid.
    ///
    /// - Throws: `licenceUnreadable`, with the problem.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count <= SignedText.largest else { throw SignedText.unreadable("it is larger than 1 MiB") }
        guard !bytes.isEmpty else { throw SignedText.unreadable("it is empty") }
        guard !bytes.contains(UInt8(ascii: "\r")) else { throw SignedText.unreadable("its line ends were changed") }
        let lines = bytes.split(separator: SignedText.lineEnd, omittingEmptySubsequences: false)
        guard let kind = lines.first.flatMap({ Kind(rawValue: String(decoding: $0, as: UTF8.self)) }) else {
            throw SignedText.unreadable("it does not begin like a licence")
        }
        guard lines.count == 4, lines[3].isEmpty else {
            throw SignedText.unreadable(lines.count < 4 ? "it is cut short" : "there is more text after its end")
        }
        let words = String(decoding: lines[2], as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "ed25519", let key = LicenseKey(text: String(words[1])),
            let signature = Base64.bytes(String(words[2]), count: 64)
        else { throw SignedText.unreadable("its last line is not a signature") }
        self.kind = kind
        payload = Array(lines[1])
        self.key = key
        self.signature = signature
    }

    /// The signed bytes.
    package var bytesToSign: [UInt8] { SignedText.bytesToSign(kind, payload) }

    /// Returns the bytes to sign for a payload.
    package static func bytesToSign(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
        Array(kind.rawValue.utf8) + [lineEnd] + payload + [lineEnd]
    }

    package var bytes: [UInt8] { bytesToSign + Array("ed25519 \(key) \(Data(signature).base64EncodedString())\n".utf8) }

    private static let lineEnd = UInt8(ascii: "\n")

    static func unreadable(_ why: String) -> Failure {
        Failure(
            .licenceUnreadable, "This is not a licence, or it is damaged: \(why).",
            advice: "Use the file as you got it. If a mail program has changed it, ask for it as an attachment.",
            kind: .badData)
    }
}
