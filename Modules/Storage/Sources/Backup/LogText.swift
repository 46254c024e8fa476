import Kernel

/// Records as the text of a log that holds nothing else: what a backup keeps, readable as every log is, and checked line by line.
package enum LogText {
    /// The text.
    ///
    /// - Throws: what a record throws that has no good form.
    package static func write(_ records: [StoredRecord]) throws -> [UInt8] {
        var text = [UInt8](repeating: 0, count: header(kept: 0, before: records.count).count)
        var lines = KeptLines(at: text.count) { bytes, _ in text += bytes }
        try lines.add(records, from: 1)
        let (kept, _) = try lines.finish()
        let header = header(kept: kept, before: records.count)
        text.replaceSubrange(0..<header.count, with: header)
        return text
    }

    private static func header(kept: Int, before: Int) -> [UInt8] {
        // A log that was rewritten says how many lines follow.
        LogHeader(store: "backup", generation: 2, before: before, kept: kept).line
    }

    /// The records of such a text, undecoded, as they were when it was written.
    ///
    /// - Throws: `newerStore` for a form that this program does not know; `storeDamaged`, with the number of the line.
    package static func read(_ text: [UInt8]) throws -> [StoredRecord] {
        try text.withUnsafeBytes { text in
            var lines = text.split(separator: 10, omittingEmptySubsequences: false)[...]
            guard let first = lines.popFirst(), let header = LogHeader(Array(first)) else { throw damaged(1) }
            guard header.format <= LogHeader.format, header.schema <= LogHeader.schema else {
                throw Failure(
                    .newerStore, "Its records were written by a newer version of this program.", advice: "Update the program.")
            }
            // The last line ends, too.
            guard lines.popLast()?.isEmpty == true, lines.count == header.kept else { throw damaged(lines.count + 1) }
            var records: [StoredRecord] = []
            for (place, bytes) in lines.enumerated() {
                let bytes = UnsafeRawBufferPointer(rebasing: bytes)
                guard let line = LoggedLine(bytes), line.kept == place + 1 else { throw damaged(place + 2) }
                for operation in line.operations {
                    guard let record = operation.record(in: bytes) else { throw damaged(place + 2) }
                    records.append(record)
                }
            }
            return records
        }
    }

    private static func damaged(_ line: Int) -> Failure {
        Failure(.storeDamaged, "Line \(line) of its records is damaged, or missing.", kind: .badData)
    }
}

extension LoggedOperation {
    /// The record; nil when its payload is not what its checksum says, or its keys have no good form.
    fileprivate func record(in line: UnsafeRawBufferPointer) -> StoredRecord? {
        var entries = ScannedEntries(keys)
        var found: [IndexEntry] = []
        while let next = entries.next() { found.append(next.entry) }
        guard !entries.isBroken else { return nil }
        let bytes = payload.map { UnsafeRawBufferPointer(rebasing: line[$0.range]) }
        if let payload, let bytes, CRC32C.checksum(bytes) != payload.checksum { return nil }
        return StoredRecord(
            address: address, stamp: stamp, payloadVersion: payloadVersion, entries: found, payload: bytes.map { Data($0) })
    }
}
