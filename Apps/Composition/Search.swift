import Kernel
import Search
import SearchAdapters

extension Environment {
    /// The search over the app's store, with its indexes in the folder `search`; `--store memory` and `--dry-run` write none.
    func search() -> any TextSearch {
        let shelf = options.store == .memory ? SegmentShelf.none : .folder(folder("search"), isReadOnly: options.isDryRun)
        return IndexedSearch(shelf: shelf)
    }
}
