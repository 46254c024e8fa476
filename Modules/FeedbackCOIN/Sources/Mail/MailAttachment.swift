import Kernel

/// A file that is sent with a message.
package struct Attachment: Hashable, Sendable {
    /// The file name without folders, 1 to 120 visible characters.
    package let name: String
    package let bytes: [UInt8]

    /// The maximum total size of the attachments of a message, in bytes.
    ///
    /// Mail servers refuse messages of more than about 25 MB, and encoding enlarges a file by a
    /// third.
    package static let maxTotalBytes = 15_000_000
    private static let maxNameLength = 120

    /// Creates an attachment with the file's own name.
    ///
    /// - Parameter path: the path of the file. Only its last part is sent.
    /// - Throws: `attachmentInvalid` for a name that a header must not contain.
    package init(_ bytes: [UInt8], at path: String) throws {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let visibleName = HeaderText.sanitized(name).trimmed()
        guard !visibleName.isEmpty, visibleName == name, visibleName.count <= Attachment.maxNameLength else {
            throw Failure(
                .attachmentInvalid, "A file of this name cannot go along: “\(visibleName.prefix(60))”.",
                advice: "Give it a name of at most \(Attachment.maxNameLength) characters that can be seen.",
                kind: .badData)
        }
        self.name = name
        self.bytes = bytes
    }

    /// The message part: the bytes in base64, in lines of 76 (RFC 2045, 6.8).
    var part: String {
        let encoded = Array(Data(bytes).base64EncodedString().utf8)
        let lines = stride(from: 0, to: encoded.count, by: 76).map {
            String(decoding: encoded[$0..<min($0 + 76, encoded.count)], as: UTF8.self)
        }
        return
            "Content-Type: \(type)\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; \(fileName)\r\n\r\n"
            + lines.joined(separator: "\r\n")
    }

    /// The media type by the extension, from which mail programs choose an app.
    ///
    /// Unknown extensions are generic data.
    private var type: String {
        let fileExtension = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
        return Attachment.mediaTypes[fileExtension] ?? "application/octet-stream"
    }

    private static let mediaTypes = [
        "pdf": "application/pdf", "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "html": "text/html; charset=utf-8", "json": "application/json", "zip": "application/zip", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg",
    ]

    /// The file name, quoted if plain, or else in UTF-8 with percent signs (RFC 2231).
    private var fileName: String {
        let isPlain = name.utf8.allSatisfy {
            (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain && name.utf8.count <= 60
            ? "filename=\"\(name)\"" : "filename*=UTF-8''\(MailtoLink.escaped(name))"
    }
}

extension Letter {
    /// Returns the letter with attachments.
    ///
    /// - Throws: `attachmentsTooLarge`.
    package func adding(_ files: [Attachment]) throws -> Letter {
        let size = files.reduce(0) { $0 + $1.bytes.count }
        let limit = Attachment.maxTotalBytes
        guard size <= limit else {
            throw Failure(
                .attachmentsTooLarge,
                "The files have \(size / 1_000_000) MB together; \(limit / 1_000_000) MB go along with one message.",
                advice: "Attach fewer, or put them where the others find them and write where.", kind: .badData)
        }
        var letter = self
        letter.attachments = files
        return letter
    }
}
