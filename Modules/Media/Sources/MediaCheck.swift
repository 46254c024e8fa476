import Kernel
import Pictures

/// The consistency of records and files.
package struct MediaCheck: Sendable {
    /// The state of a file.
    package enum State: String, Sendable, CaseIterable {
        case good
        /// The bytes differ from those that were added.
        case damaged
        case missing
    }

    /// An attachment with the state of its file.
    package struct Row: Sendable {
        package let attachment: Attachment
        package let state: State
    }

    package let rows: [Row]
    /// The unreferenced files, left by a crash, an undone `add` or a removal.
    package let orphans: [Blob<MediaPath>]

    /// Returns the findings for `doctor`.
    ///
    /// - Parameter mayCome: whether other devices may still send files.
    package func findings(mayCome: Bool = false) -> [StoreReport.Finding] {
        let orphanBytes = orphans.reduce(0) { $0 + $1.bytes }
        let orphanCount = counted(
            orphans.count, "file belongs to nothing and takes", "files belong to nothing and take")
        let notice = StoreReport.Finding(
            .notice, "\(orphanCount) \(counted(orphanBytes, "byte")); `media sweep` removes them.")
        return (orphans.isEmpty ? [] : [notice])
            + rows.filter { $0.state != .good }.map { row in
                let file = "The file of \(row.attachment.subject.id) (\(row.attachment.id))"
                return mayCome && row.state == .missing
                    ? .init(.notice, "\(file) has not come to this device yet.")
                    : .init(.damage, "\(file) is \(row.state.rawValue).")
            }
    }
}
