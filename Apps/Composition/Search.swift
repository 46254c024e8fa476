import Kernel
import Search
import SearchAdapters

extension Environment {
    /// The search over the app's store, with its indexes in the folder `search`; `--store memory` and `--dry-run` write none.
    public func search() -> any TextSearch {
        IndexedSearch(cache: isPassing ? .none : .folder(folder("search"), isReadOnly: options.isDryRun))
    }
}
