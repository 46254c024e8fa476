import Kernel

/// A file that goes along with a message.
public struct Attachment: Hashable, Sendable {
    /// What it is called, without folders: 1 to 120 characters that can be seen.
    public let name: String
    /// As the file has them.
    public let bytes: [UInt8]

    /// So many bytes go along with one message. Mail servers refuse messages of more than about 25 MB, and in a message a file is a third larger.
    public static let most = 15_000_000
    private static let longestName = 120

    /// A file under its own name.
    ///
    /// - Parameter path: where it was; only the last part is told.
    /// - Throws: `attachmentInvalid` for a name that cannot stand in a header.
    public init(_ bytes: [UInt8], at path: String) throws {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let shown = HeaderText.shown(name).trimmed()
        guard !shown.isEmpty, shown == name, shown.count <= Attachment.longestName else {
            throw Failure(
                .attachmentInvalid, "A file of this name cannot go along: “\(shown.prefix(60))”.",
                advice: "Give it a name of at most \(Attachment.longestName) characters that can be seen.", kind: .badData)
        }
        (self.name, self.bytes) = (name, bytes)
    }

    /// As a part of a message: its bytes in base64, lines of 76 (RFC 2045, 6.8).
    var part: String {
        let encoded = Array(Data(bytes).base64EncodedString().utf8)
        let lines = stride(from: 0, to: encoded.count, by: 76).map {
            String(decoding: encoded[$0..<min($0 + 76, encoded.count)], as: UTF8.self)
        }
        return
            "Content-Type: \(kind)\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; \(fileName)\r\n\r\n"
            + lines.joined(separator: "\r\n")
    }

    /// By the name's ending: readers of mail open a file by it. What is not listed is a file of any kind.
    private var kind: String {
        let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
        return Attachment.kinds[ending] ?? "application/octet-stream"
    }

    private static let kinds = [
        "pdf": "application/pdf", "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "html": "text/html; charset=utf-8", "json": "application/json", "zip": "application/zip", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg",
    ]

    /// Quoted where it is plain, else in UTF-8 with percent signs (RFC 2231).
    private var fileName: String {
        let isPlain = name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return isPlain && name.utf8.count <= 60 ? "filename=\"\(name)\"" : "filename*=UTF-8''\(MailtoLink.escaped(name))"
    }
}

extension Letter {
    /// The letter with files beside it.
    ///
    /// - Throws: `attachmentsTooLarge`.
    public func with(_ files: [Attachment]) throws -> Letter {
        let size = files.reduce(0) { $0 + $1.bytes.count }
        guard size <= Attachment.most else {
            throw Failure(
                .attachmentsTooLarge,
                "The files have \(size / 1_000_000) MB together; \(Attachment.most / 1_000_000) MB go along with one message.",
                advice: "Attach fewer, or put them where the others find them and write where.", kind: .badData)
        }
        var letter = self
        letter.attachments = files
        return letter
    }
}
