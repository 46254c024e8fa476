import Kernel
import Pictures

extension FolderShelf {
    /// Blobs as an app was asked to keep them: in the folder, or in memory alone; a rehearsal over either leaves it as it is.
    public static func shelf(
        root: String, inMemory: Bool, isRehearsal: Bool, now: @escaping @Sendable () -> Instant
    ) -> any BlobShelf<Path> {
        let kept: any BlobShelf<Path> = inMemory ? MemoryShelf(now: now) : FolderShelf(root: root)
        return isRehearsal ? RehearsedShelf(over: kept, now: now) : kept
    }
}
