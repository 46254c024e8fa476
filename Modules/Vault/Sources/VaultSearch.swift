import Kernel
import Search

/// A search that keeps no word on a disk while something is locked: then it reads what it searches.
public struct VaultSearch: TextSearch {
    private let open: any TextSearch
    private let vault: Vault

    /// A search over another one, which may keep an index.
    public init(over open: any TextSearch, _ vault: Vault) { (self.open, self.vault) = (open, vault) }

    public func find(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?
    ) throws -> SearchHits {
        guard try !vault.isThere() else {
            return try ScanSearch().find(query, in: source, of: store, order: order, limit: limit)
        }
        let hits = Result { try open.find(query, in: source, of: store, order: order, limit: limit) }
        // What was locked meanwhile may be in an index that was written after the locking had cleared them away.
        if try vault.isThere() { try vault.forgetWords() }
        return try hits.get()
    }
}
