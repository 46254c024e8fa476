import Kernel

/// The attachments of a device. Each method is one transaction.
public protocol AttachmentRepository: Sendable {
    /// Keeps an attachment; can be undone.
    func add(_ attachment: Attachment) throws
    /// All of them, or those of one subject: by kind and name of the subject, the oldest first.
    func attachments(of subject: Subject?) throws -> [Attachment]
    /// One of them; nil when there is none of this name.
    func attachment(_ id: Identifier<Attachment>) throws -> Attachment?
    /// Removes one; can be undone.
    ///
    /// - Returns: whether there was one.
    func remove(_ id: Identifier<Attachment>) throws -> Bool
}

/// Attachments in any store.
public struct StoredAttachmentRepository: AttachmentRepository {
    /// Every kind of record that is kept.
    public static var collections: [any StoredCollection] { [Attachment.collection] }

    private let store: any Store

    /// Attachments in a store.
    public init(_ store: any Store) { self.store = store }

    public func add(_ attachment: Attachment) throws {
        try store.write(undo: "Added a file to \(attachment.subject.id)") { try $0.put(attachment) }
    }

    public func attachments(of subject: Subject?) throws -> [Attachment] {
        let selection = subject.map { Attachment.bySubject.under($0.kind.rawValue, $0.id) } ?? Attachment.bySubject.all
        return try store.read { try $0.records(selection) }
    }

    public func attachment(_ id: Identifier<Attachment>) throws -> Attachment? { try store.read { try $0.record(id) } }

    public func remove(_ id: Identifier<Attachment>) throws -> Bool {
        try store.write(undo: "Removed the file \(id)") { try $0.delete(id) }
    }
}
