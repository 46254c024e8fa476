import Kernel

extension Table<FileRow> {
    /// The table as an index file may hold it: the image beneath it where nothing was put over that, and a new one where something was, with
    /// the indexes that need not be computed.
    ///
    /// - Returns: nil for a table without rows.
    func settled(as name: TableName, _ log: Log) throws -> TableImage? {
        if rows.isEmpty, let image {
            if image.stored == nil { image.buildIndexes() }
            return image
        }
        let builder = TableBuilder(name)
        var devices = DeviceNames()
        var moved = [UInt32](repeating: 0, count: image?.rows.count ?? 0)
        if let image {
            for row in image.rows.indices where !hides(row) {
                builder.take(
                    image.rows[row], id: image.id(of: row), keys: image.keys(of: row),
                    device: try devices.number(of: image.device(of: row)))
                moved[row] = UInt32(builder.columns.rows.count)
            }
        }
        for row in writtenRows {
            let device = try devices.number(of: row.stamp.device)
            var id = row.id
            id.withUTF8 { id in
                row.withWritten { builder.take($0, id: UnsafeRawBufferPointer(id), keys: $1, device: device) }
            }
        }
        guard !builder.columns.rows.isEmpty else { return nil }
        let new = TableImage(builder, devices: devices.names, log: log)
        guard let image, image.stored != nil else {
            new.buildIndexes()
            return new
        }
        for index in image.indexNames {
            guard let put = try putKeys(in: index) else { continue }
            // Nothing is computed: the image says that it has these.
            let keys = try image.keys(in: index) { $0.entries }
            new.adopt(KeyMerge(image: image, keys: keys, moved: moved, put: put).merged(into: new), of: index)
        }
        return new
    }

    /// In the order of the log, so that keys that grow with time come in order.
    private var writtenRows: [FileRow] {
        let rows = Array(rows.values)
        // Numbers alone: sorting the rows themselves would count their references over and over.
        let order = rows.indices.compactMap { number in rows[number].place.map { (offset: $0, number: number) } }
        return order.sorted { $0.offset < $1.offset }.map { rows[$0.number] }
    }
}
