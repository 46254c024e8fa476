import Kernel
import Search

/// A search that uses no index while the diary is locked. It scans the decrypted records instead.
package struct VaultSearch: TextSearch {
    private let indexedSearch: any TextSearch
    private let vault: VaultService

    package init(over indexedSearch: any TextSearch, _ vault: VaultService) {
        self.indexedSearch = indexedSearch
        self.vault = vault
    }

    package func find(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?
    ) throws -> SearchHits {
        guard try !vault.hasLock() else {
            return try ScanSearch().find(query, in: source, of: store, order: order, limit: limit)
        }
        let hits = Result { try indexedSearch.find(query, in: source, of: store, order: order, limit: limit) }
        // An index written after the lock had cleared the old one may contain words of the locked
        // diary.
        if try vault.hasLock() { try vault.removeSearchIndexes() }
        return try hits.get()
    }
}
