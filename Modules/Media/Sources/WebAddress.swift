import Kernel

/// A web address from which a file is downloaded.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in printable ASCII, as passed to programs.
    package let description: String

    /// The greatest length of an address, in bytes.
    private static let maximumLength = 2000

    /// Parses text that begins with `http://` or `https://` and names a host. Non-ASCII characters
    /// after the host are percent-encoded.
    ///
    /// - Throws: `badAddress`.
    package init(_ text: String) throws {
        guard text.utf8.count <= WebAddress.maximumLength else {
            throw WebAddress.failure("is longer than \(WebAddress.maximumLength) characters", "Give a shorter one.")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && WebAddress.isVisible($0) }) else {
            throw WebAddress.failure(
                "has blanks, line breaks or invisible characters", "Copy it again; a blank is written %20.")
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") else {
            throw WebAddress.failure(
                "does not begin with https:// or http://", "Other addresses are not fetched; `media add` takes a file.")
        }
        let afterScheme = text.dropFirst(scheme.count + 3)
        let host = afterScheme.prefix { !"/?#".contains($0) }
        guard !host.contains("@") else {
            throw WebAddress.failure(
                "has a name or a password in it", "Fetch it with your browser, and attach it with `media add`.")
        }
        guard let first = host.utf8.first, isalnum(Int32(first)) != 0 || first == UInt8(ascii: "["),
            host.utf8.allSatisfy({ isalnum(Int32($0)) != 0 && $0 < 128 || "-._:[]".utf8.contains($0) })
        else { throw WebAddress.failure("names no host", "For example https://example.org/chon-ji.mp4.") }
        let path = afterScheme.dropFirst(host.count).prefix { $0 != "#" }
        description = "\(scheme)://\(host)" + path.utf8.map(WebAddress.encoded).joined()
    }

    /// The untrusted file name in the address without its extension, reduced to letters, digits,
    /// dashes and underscores, possibly empty.
    package var stem: String {
        let path = description.dropFirst(8).drop { $0 != "/" }.prefix { $0 != "?" }
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let name = last.lastIndex(of: ".").map { last[..<$0] } ?? last[...]
        let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
        return String(String(safe).drop { $0 == "-" }.prefix(80))
    }

    /// Returns a byte in its address form, percent-encoded if a shell, a header or a pattern could
    /// interpret it.
    private static func encoded(_ byte: UInt8) -> String {
        let isPlain = byte < 0x7F && !"\"'<>\\^`{|}".utf8.contains(byte)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }

    /// Whether a character is neither a blank, a control character nor an invisible mark.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: false
        default: true
        }
    }

    /// Returns the failure for an unusable address.
    ///
    /// - Parameter problem: the rest of a sentence that begins with "The address".
    private static func failure(_ problem: String, _ advice: String) -> Failure {
        Failure(.badAddress, "The address \(problem).", advice: advice, kind: .usage)
    }
}
