import FeedbackCOIN
import Kernel
import KernelTesting

/// A message as decoded by a reader, with an implementation independent of the writer's.
package struct ReceivedMail: Sendable {
    /// The header fields in order, unfolded and decoded, with lower-case names.
    package let fields: [(name: String, value: String)]
    /// The addresses of `To`, without names.
    package let recipients: [String]
    package let subject: String
    /// The decoded body, with `\n` line ends.
    package let body: String

    /// The decoded HTML version, or nil if there is none.
    package let page: String?

    /// The attachments: their names as in the message and their bytes.
    package let files: [(name: String, bytes: [UInt8])]

    package init(recipients: [String], subject: String, body: String) {
        fields = []
        self.recipients = recipients
        self.subject = subject
        self.body = body
        page = nil
        files = []
    }

    /// Parses a message with line ends of either kind.
    ///
    /// - Throws: `UnmetExpectation` for an unreadable message.
    package init(reading bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\r" }
        let lines = String(String.UnicodeScalarView(text)).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        let headerLines = lines.prefix { !$0.isEmpty }
        var rawFields: [String] = []
        for line in headerLines {
            if line.hasPrefix(" ") || line.hasPrefix("\t"), let last = rawFields.popLast() {
                rawFields.append(last + line)
            } else {
                rawFields.append(line)
            }
        }
        fields = try rawFields.map { line in
            let colon = line.firstIndex(of: ":") ?? line.startIndex
            try expect(colon > line.startIndex, "a header line without a name: \(line)")
            return (
                line[..<colon].lowercased(),
                ReceivedMail.decodedWords(String(line[colon...].dropFirst().drop { $0 == " " }))
            )
        }
        let to = try ReceivedMail.onlyField("to", rawFields)
        recipients = ReceivedMail.addresses(to)
        subject = ReceivedMail.decodedWords(try ReceivedMail.onlyField("subject", rawFields))
        var bodyLines = lines.dropFirst(headerLines.count + 1)
        var contentType = ReceivedMail.decodedWords(
            rawFields.first { $0.lowercased().hasPrefix("content-type:") } ?? "")
        var parts: [ArraySlice<String>] = []
        if contentType.contains("multipart/mixed") {
            parts = ReceivedMail.parts(of: bodyLines, contentType)
            try expect(parts.count > 2, "files are said to come along, and there are none")
            contentType = parts[0].first ?? ""
            bodyLines = parts[0].drop { !$0.isEmpty }.dropFirst()
        }
        files = try parts.dropFirst().map(ReceivedMail.file)
        guard contentType.contains("multipart/alternative") else {
            body = ReceivedMail.text(bodyLines)
            page = nil
            return
        }
        let alternatives = ReceivedMail.parts(of: bodyLines, contentType)
        try expectEqual(alternatives.count, 2, "a plain text and a page")
        try expect(
            alternatives[0].first == "Content-Type: text/plain; charset=utf-8", "the first part is no plain text")
        try expect(alternatives[1].first == "Content-Type: text/html; charset=utf-8", "the second part is no page")
        // The line break before a boundary belongs to the boundary.
        let texts = alternatives.map { ReceivedMail.text($0.drop { !$0.isEmpty }.dropFirst()) }
        body = texts[0]
        page = texts[1]
    }

    /// Returns the parts between boundaries, or none if the last boundary is missing.
    private static func parts(of lines: ArraySlice<String>, _ contentType: String) -> [ArraySlice<String>] {
        let boundary =
            "--"
            + (contentType.split(separator: "boundary=\"").dropFirst().first.map { $0.prefix { $0 != "\"" } } ?? "")
        guard lines.contains(boundary + "--") else { return [] }
        let inner = lines.prefix { $0 != boundary + "--" }
        return Array(inner.split(omittingEmptySubsequences: false) { $0 == boundary }.dropFirst())
    }

    private static func file(_ part: ArraySlice<String>) throws -> (name: String, bytes: [UInt8]) {
        let headerLines = part.prefix { !$0.isEmpty }
        try expect(headerLines.contains("Content-Transfer-Encoding: base64"), "a file that is not in base64")
        let line = headerLines.first { $0.hasPrefix("Content-Disposition: attachment; ") } ?? ""
        let name = line.split(separator: "filename", maxSplits: 1).last.map(String.init) ?? ""
        let lines = part.dropFirst(headerLines.count + 1)
        try expect(lines.allSatisfy { $0.utf8.count <= 76 }, "a line of a file is too long")
        let data = Data(base64Encoded: lines.joined())
        try expect(data != nil, "a file that is no base64")
        return (name, Array(data ?? Data()))
    }

    private static func text(_ lines: ArraySlice<String>) -> String {
        String(decoding: quotedPrintable(lines.joined(separator: "\n")), as: UTF8.self)
    }

    /// Returns the decoded value of a field.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    private static func onlyField(_ name: String, _ rawFields: [String]) throws -> String {
        let lines = rawFields.filter { $0.lowercased().hasPrefix(name + ":") }
        try expectEqual(lines.count, 1, "fields called \(name)")
        return String(lines[0].drop { $0 != ":" }.dropFirst().drop { $0 == " " })
    }

    private static func addresses(_ field: String) -> [String] {
        var unquoted = ""
        var isQuoted = false
        var isEscaped = false
        for character in field {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted {
                unquoted.append(character)
            }
        }
        return unquoted.split(separator: ",").map { mailbox in
            let inner = mailbox.split(separator: "<").last.map { $0.prefix { $0 != ">" } } ?? mailbox
            return inner.trimmed()
        }
    }

    /// Decodes encoded words, without the blanks between two of them (RFC 2047, 6.2).
    package static func decodedWords(_ text: String) -> String {
        var decoded = ""
        var previousWasEncoded = false
        for (index, piece) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            guard piece.hasPrefix("=?UTF-8?B?"), piece.hasSuffix("?="), piece.count <= 75,
                let data = Data(base64Encoded: String(piece.dropFirst(10).dropLast(2))),
                let word = String(validating: data, as: UTF8.self)
            else {
                decoded += (index == 0 ? "" : " ") + piece
                previousWasEncoded = false
                continue
            }
            decoded += (index == 0 || previousWasEncoded ? "" : " ") + word
            previousWasEncoded = true
        }
        return decoded
    }

    /// Decodes quoted-printable text to bytes with `\n` line ends.
    package static func quotedPrintable(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var remaining = Array(text.utf8.filter { $0 != 13 })[...]
        while let byte = remaining.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            let digits = remaining.prefix(2)
            if digits.first == 10 {
                remaining = remaining.dropFirst()
            } else if let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                bytes.append(value)
                remaining = remaining.dropFirst(2)
            }
        }
        return bytes
    }
}
