import Kernel

/// What the seller signed, as it lies in a file. Three lines: what it is, one line of JSON, and the key with its signature. The first two are
/// signed as the bytes that they are, line ends included: nothing is ever read and written anew on the way to the signature.
public struct SignedText: Hashable, Sendable {
    /// What a signed text may be: its first line.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// What somebody paid for.
        case licence = "commonplace licence 1"
        /// What was taken back.
        case revocations = "commonplace revocations 1"
    }

    /// The largest file that is looked at, in bytes.
    public static let largest = 1 << 20

    /// Whether it is something paid for, or what was taken back.
    public let kind: Kind
    /// The line of JSON.
    public let payload: [UInt8]
    /// Under which key it claims to be signed.
    public let key: LicenceKey
    /// 64 bytes.
    public let signature: [UInt8]

    /// Puts a text together; nil unless the payload is one line and the signature has 64 bytes.
    public init?(_ kind: Kind, payload: [UInt8], key: LicenceKey, signature: [UInt8]) {
        guard !payload.contains(SignedText.lineEnd), signature.count == 64 else { return nil }
        (self.kind, self.payload, self.key, self.signature) = (kind, payload, key, signature)
    }

    /// Reads a file: every byte of it counts.
    ///
    /// - Throws: `licenceUnreadable`, with what is wrong.
    public init(_ bytes: [UInt8]) throws {
        guard bytes.count <= SignedText.largest else { throw SignedText.unreadable("it is larger than 1 MiB") }
        guard !bytes.isEmpty else { throw SignedText.unreadable("it is empty") }
        guard !bytes.contains(UInt8(ascii: "\r")) else {
            throw SignedText.unreadable("its line ends were changed")
        }
        let lines = bytes.split(separator: SignedText.lineEnd, omittingEmptySubsequences: false)
        guard let kind = lines.first.flatMap({ Kind(rawValue: String(decoding: $0, as: UTF8.self)) }) else {
            throw SignedText.unreadable("it does not begin like a licence")
        }
        guard lines.count == 4, lines[3].isEmpty else {
            throw SignedText.unreadable(lines.count < 4 ? "it is cut short" : "there is more text after its end")
        }
        let words = String(decoding: lines[2], as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "ed25519", let key = LicenceKey(text: String(words[1])),
            let signature = Base64.bytes(String(words[2]), count: 64)
        else { throw SignedText.unreadable("its last line is not a signature") }
        (self.kind, payload, self.key, self.signature) = (kind, Array(lines[1]), key, signature)
    }

    /// The bytes that are signed.
    public var signed: [UInt8] { SignedText.signed(kind, payload) }

    /// The bytes that are signed for a payload.
    public static func signed(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
        Array(kind.rawValue.utf8) + [lineEnd] + payload + [lineEnd]
    }

    /// The whole file.
    public var bytes: [UInt8] {
        signed + Array("ed25519 \(key) \(Data(signature).base64EncodedString())\n".utf8)
    }

    private static let lineEnd = UInt8(ascii: "\n")

    static func unreadable(_ why: String) -> Failure {
        Failure(
            .licenceUnreadable, "This is not a licence, or it is damaged: \(why).",
            advice: "Use the file as you got it. If a mail program has changed it, ask for it as an attachment.",
            kind: .badData)
    }
}
