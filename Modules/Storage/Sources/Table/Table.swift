import EngineKit
import Kernel

/// The records of one collection in one partition, with the indexes that somebody has asked for so far: an image that stays as it is, and
/// over it what was put since.
///
/// A class, so that the tables can keep hold of the one it used last.
final class Table<Row: TableRow> {
    private struct Index {
        /// Of the rows that were put.
        var keys: OrderedKeys
        /// Of the rows of the image that these hide.
        var hidden: OrderedKeys
        /// The keys of rows that lack an entry, computed from their payload.
        var adopted: [String: IndexKey?]
    }

    /// Where a row stands while a scan goes on.
    enum Place {
        case put(Row)
        case image(Int)
    }

    let image: TableImage?
    /// What was put.
    private(set) var rows: [String: Row] = [:]
    private(set) var liveCount: Int
    /// The bytes that the rows take in a file, tombstones included.
    private(set) var weight: Int
    private var indexes: [String?: Index] = [:]
    private var isHidden: [Bool] = []

    init(over image: TableImage? = nil) {
        self.image = image
        (liveCount, weight) = (image?.liveCount ?? 0, image?.weight ?? 0)
    }

    func row(_ id: String) -> Row? {
        if let row = rows[id] { return row }
        guard let image, let number = image.find(id) else { return nil }
        return Row.row(number, of: image)
    }

    func row(at place: Place) -> Row? {
        switch place {
        case .put(let row): row
        case .image(let number): image.flatMap { Row.row(number, of: $0) }
        }
    }

    func liveIDs() -> [String] {
        rows.values.filter(\.isLive).map(\.id) + shownRows.lazy.map { String(decoding: $0.image.id(of: $0.row), as: UTF8.self) }
    }

    /// The live rows of the image that nothing hides.
    private var shownRows: [(image: TableImage, row: Int)] {
        guard let image else { return [] }
        return image.rows.indices.filter { image.rows[$0].isLive && !hides($0) }.map { (image, $0) }
    }

    /// Whether a row of the image has been put anew.
    func hides(_ row: Int) -> Bool { !isHidden.isEmpty && isHidden[row] }

    /// Puts a row in place of the one with its identifier, or takes that away for nil. Throws before anything is changed.
    ///
    /// - Returns: what stood there before.
    func replace(_ id: String, with row: Row?) throws -> Row? {
        guard !indexes.isEmpty || image != nil else {
            let old = if let row { rows.updateValue(row, forKey: id) } else { rows.removeValue(forKey: id) }
            weigh(row, insteadOf: old)
            return old
        }
        let put = rows[id]
        let covered = put == nil ? image?.find(id) : nil
        let old = put ?? covered.flatMap { number in image.flatMap { Row.row(number, of: $0) } }
        let moves = try indexes.map { name, index in
            (
                name: name, from: try element(of: old, name, index, covered), to: try element(of: row, name, nil, nil),
                isAdopted: index.adopted[id] != nil
            )
        }
        for move in moves {
            if let from = move.from, covered != nil {
                indexes[move.name]?.hidden.insert(from)
            } else if let from = move.from {
                indexes[move.name]?.keys.remove(from)
            }
            if let to = move.to { indexes[move.name]?.keys.insert(to) }
        }
        for move in moves where move.isAdopted { indexes[move.name]?.adopted.removeValue(forKey: id) }
        try forgetIndexes(lacking: row)
        weigh(row, insteadOf: old)
        if let covered { hide(covered) }
        rows[id] = row
        return old
    }

    private func hide(_ row: Int) {
        if isHidden.isEmpty { isHidden = [Bool](repeating: false, count: image?.rows.count ?? 0) }
        isHidden[row] = true
    }

    private func weigh(_ row: Row?, insteadOf old: Row?) {
        liveCount += (row?.isLive == true ? 1 : 0) - (old?.isLive == true ? 1 : 0)
        weight += (row?.weight ?? 0) - (old?.weight ?? 0)
    }

    /// Notes that a row has got its place in a file.
    func hasGrown(by bytes: Int) { weight += bytes }

    /// The other live record that holds a key.
    func holder(
        of key: IndexKey, in name: String, except id: String, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        let scan = RowRange(index: name, lower: key.text, upper: key.successor.text, descending: false, limit: 2)
        return try places(scan, reindex: reindex).lazy.compactMap { self.row(at: $0)?.id }.first { $0 != id }
    }

    func places(of scan: IndexScan) throws -> [Place] {
        guard let range = RowRange(scan) else { return [] }
        return try places(range, reindex: scan.reindex)
    }

    func count(of scan: IndexScan) throws -> Int {
        guard let range = RowRange(scan) else { return 0 }
        let all = try count(range.index, from: range.lower, before: range.upper, reindex: scan.reindex)
        return min(all, range.limit ?? all)
    }

    private func count(
        _ name: String?, from lower: String?, before upper: String?, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> Int {
        let index = try built(name, reindex: reindex)
        let put = index.keys.count(from: lower, before: upper)
        guard let image else { return put }
        let shown = try image.keys(in: name, reindex: reindex).range(from: lower, before: upper).count
        return put + shown - index.hidden.count(from: lower, before: upper)
    }

    private func places(_ range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> [Place] {
        var found: [Place] = []
        try walk(range, reindex: reindex) { step in
            switch step {
            case .put(let element): if let row = rows[element.id] { found.append(.put(row)) }
            case .image(let row, _): found.append(.image(row))
            }
        }
        return found
    }

    /// The keys of a scan, in its order.
    func keys(of scan: IndexScan) throws -> [IndexKey] {
        guard let range = RowRange(scan) else { return [] }
        var found: [IndexKey] = []
        try walk(range, reindex: scan.reindex) { step in
            switch step {
            case .put(let element): found.append(IndexKey(text: element.key))
            case .image(_, let key): found.append(IndexKey(text: String(decoding: key, as: UTF8.self)))
            }
        }
        return found
    }

    /// How many keys begin with the same parts, by these parts in order: a search for each of them, and no look at what lies between.
    func counts(of scan: IndexScan, parts: Int) throws -> [KeyCount] {
        guard let range = RowRange(scan) else { return [] }
        var found: [KeyCount] = []
        var lower = range.lower
        while let next = try firstKey(range.index, from: lower, before: range.upper, reindex: scan.reindex) {
            let shared = next.first(parts)
            let end = shared.endOfParts
            let upper = range.upper.map { byteOrder($0, end.text) < 0 ? $0 : end.text } ?? end.text
            found.append(
                KeyCount(key: shared, count: try count(range.index, from: next.text, before: upper, reindex: scan.reindex)))
            lower = upper
        }
        return found
    }

    private func firstKey(
        _ index: String?, from lower: String?, before upper: String?, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> IndexKey? {
        if let lower, let upper, byteOrder(lower, upper) >= 0 { return nil }
        var found: IndexKey?
        try walk(RowRange(index: index, lower: lower, upper: upper, descending: false, limit: 1), reindex: reindex) { step in
            switch step {
            case .put(let element): found = IndexKey(text: element.key)
            case .image(_, let key): found = IndexKey(text: String(decoding: key, as: UTF8.self))
            }
        }
        return found
    }

    /// One step through an index.
    private enum Step {
        case put(OrderedKeys.Element)
        case image(row: Int, key: UnsafeRawBufferPointer)
    }

    /// Goes through what was put and what stands in the image, in one order.
    private func walk(
        _ range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry], _ visit: (Step) -> Void
    ) throws {
        let index = try built(range.index, reindex: reindex)
        let put = index.keys.elements(
            from: range.lower, before: range.upper, descending: range.descending, limit: range.limit)
        guard let image else { return put.forEach { visit(.put($0)) } }
        var shown = ShownKeys(
            keys: try image.keys(in: range.index, reindex: reindex), image: image, range: range, isHidden: hides)
        var (place, met) = (0, 0)
        while met < range.limit ?? Int.max {
            if let next = shown.next, place == put.count || shown.isNext(before: put[place]) {
                visit(.image(row: next, key: shown.key))
                shown.advance()
            } else if place < put.count {
                visit(.put(put[place]))
                place += 1
            } else {
                break
            }
            met += 1
        }
    }

    // MARK: - Indexes

    /// - Parameter covered: the number of the row when it is one of the image.
    private func element(of row: Row?, _ name: String?, _ index: Index?, _ covered: Int?) throws -> OrderedKeys.Element? {
        guard let row, row.isLive else { return nil }
        guard let name else { return .init(key: row.id, id: row.id) }
        let key =
            if let covered { try image?.key(of: covered, in: name) } else {
                try row.entry(in: name).map(\.key) ?? index?.adopted[row.id] ?? nil
            }
        return key.map { .init(key: $0.text, id: row.id) }
    }

    /// A row that lacks an entry of an index makes it incomplete; it is built anew when somebody asks, who then says how.
    private func forgetIndexes(lacking row: Row?) throws {
        guard let row, row.isLive else { return }
        for case let name? in indexes.keys where try row.entry(in: name) == nil { indexes[name] = nil }
    }

    /// The keys in one index of the rows that were put, in order; nil when one of them lacks an entry.
    func putKeys(in name: String?) throws -> [OrderedKeys.Element]? {
        if let built = indexes[name] { return built.keys.elements(from: nil, before: nil, descending: false, limit: nil) }
        var elements: [OrderedKeys.Element] = []
        for row in rows.values where row.isLive {
            guard let name else {
                elements.append(.init(key: row.id, id: row.id))
                continue
            }
            guard let entry = try row.entry(in: name) else { return nil }
            if let key = entry.key { elements.append(.init(key: key.text, id: row.id)) }
        }
        return OrderedKeys(sorting: elements).elements(from: nil, before: nil, descending: false, limit: nil)
    }

    private func built(_ name: String?, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> Index {
        if let built = indexes[name] { return built }
        var elements: [OrderedKeys.Element] = []
        var adopted: [String: IndexKey?] = [:]
        elements.reserveCapacity(rows.count)
        for row in rows.values where row.isLive {
            guard let name else {
                elements.append(.init(key: row.id, id: row.id))
                continue
            }
            let entry = try row.entry(in: name)
            let key = try entry.map(\.key) ?? reindex(row.record()).first { $0.name == name }?.key
            if entry == nil { adopted.updateValue(key, forKey: row.id) }
            if let key { elements.append(.init(key: key.text, id: row.id)) }
        }
        // Before the keys of hidden rows are asked for: some are only known when the image has computed them.
        _ = try image?.keys(in: name, reindex: reindex)
        let hidden = try rows.keys.compactMap { id in
            try image?.find(id).flatMap { number in
                try element(of: image.flatMap { Row.row(number, of: $0) }, name, nil, number)
            }
        }
        let index = Index(keys: OrderedKeys(sorting: elements), hidden: OrderedKeys(sorting: hidden), adopted: adopted)
        indexes[name] = index
        return index
    }
}
