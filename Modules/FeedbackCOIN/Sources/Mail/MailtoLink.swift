import Kernel

/// A letter as a URL that mail programs open as a draft (RFC 6068).
package enum MailtoLink {
    /// The longest link in bytes.
    ///
    /// Mail programs truncate or refuse much longer ones.
    package static let limit = 16_384

    /// Returns `mailto:sam@example.org?subject=…&body=…`, which can contain addresses but no names.
    ///
    /// - Throws: `mailtoTooLong`, `mailtoWithFiles`.
    package static func link(_ letter: Letter) throws -> String {
        guard letter.attachments.isEmpty else {
            throw Failure(
                .mailtoWithFiles, "A mailto: link takes no files along.",
                advice: "Share it with --via eml or --via sendmail; nothing was sent.", kind: .usage)
        }
        let recipients = letter.recipients.map { escaped($0.address.text, keeping: "@") }.joined(separator: ",")
        let body = letter.text.replacing("\n", with: "\r\n")
        let link = "mailto:\(recipients)?subject=\(escaped(letter.subject))&body=\(escaped(body))"
        guard link.utf8.count <= limit else {
            throw Failure(
                .mailtoTooLong, "The feedback is too long for a mailto: link (\(link.utf8.count) of \(limit) bytes).",
                advice: "Share it with --via eml or --via sendmail; nothing was sent.")
        }
        return link
    }

    /// Returns a text with percent signs for all bytes except letters, digits and `-._~` (RFC 3986,
    /// 2.3).
    static func escaped(_ text: String, keeping allowed: String = "") -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            case _ where "-._~".utf8.contains(byte) || allowed.utf8.contains(byte):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
