import Kernel
import Pictures

extension FolderBlobStore {
    /// Creates the app's blob store: a folder, or memory for tests. A dry run changes neither.
    package static func blobStore(
        root: String, inMemory: Bool, isDryRun: Bool, now: @escaping @Sendable () -> Instant
    ) -> any BlobStore<Path> {
        let store: any BlobStore<Path> = inMemory ? MemoryBlobStore(now: now) : FolderBlobStore(root: root)
        return isDryRun ? DryRunBlobStore(over: store, now: now) : store
    }
}
