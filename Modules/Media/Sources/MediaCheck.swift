import Kernel
import Pictures

/// How records and files fit together.
public struct MediaCheck: Sendable {
    /// How a file is.
    public enum State: String, Sendable, CaseIterable {
        /// As it was added.
        case good
        /// Other bytes than were added.
        case damaged
        /// Not there.
        case missing
    }

    /// An attachment and how its file is.
    public struct Row: Sendable {
        /// What was added, and should be there.
        public let attachment: Attachment
        /// How its file is.
        public let state: State
    }

    /// Every attachment.
    public let rows: [Row]
    /// Files that belong to nothing: a crash, an undone `add` or a removal left them.
    public let orphans: [Blob<MediaPlace>]

    /// What a person should know, for `doctor`.
    ///
    /// - Parameter mayCome: whether files come from other devices.
    public func findings(mayCome: Bool = false) -> [StoreReport.Finding] {
        let space = orphans.reduce(0) { $0 + $1.bytes }
        let left = counted(orphans.count, "file belongs to nothing and takes", "files belong to nothing and take")
        let notice = StoreReport.Finding(.notice, "\(left) \(counted(space, "byte")); `media sweep` removes them.")
        return (orphans.isEmpty ? [] : [notice])
            + rows.filter { $0.state != .good }.map { row in
                let file = "The file of \(row.attachment.subject.id) (\(row.attachment.id))"
                return mayCome && row.state == .missing
                    ? .init(.notice, "\(file) has not come to this device yet.")
                    : .init(.damage, "\(file) is \(row.state.rawValue).")
            }
    }
}
