import Pictures
import PicturesAdapters

extension Environment {
    /// Blobs in a folder; with `--dry-run` or `--store memory` no file is written.
    package func shelf<Path: BlobPath>(in folder: String) -> any BlobShelf<Path> {
        let real: any BlobShelf<Path> = options.store == .memory ? MemoryShelf(now: time.now) : FolderShelf(root: folder)
        return options.isDryRun ? RehearsedShelf(over: real, now: time.now) : real
    }
}
