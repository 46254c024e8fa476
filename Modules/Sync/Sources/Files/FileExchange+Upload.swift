import Kernel

extension FileExchange {
    /// Uploads the parts of a file that the place lacks.
    ///
    /// - Returns: Whether the place contains the whole file.
    func upload(_ path: String, in round: inout Round) throws -> Bool {
        guard round.mayTransfer(replica.now()) else {
            return round.known[path].map { missing($0, in: round.partsInPlace).isEmpty } ?? false
        }
        let record = try round.known[path] ?? publishRecord(path, in: &round)
        let missingNumbers = missing(record, in: round.partsInPlace)
        guard !missingNumbers.isEmpty else { return true }
        // The file may have changed or been damaged since its record was written. A part in the
        // place must match its name.
        if !verifiedPaths.contains(path), try digest(of: path) != record.digest {
            throw Failure(
                .syncUnreadable, "The file \(path) is not what it was when the other devices were told of it.",
                advice: "It was not sent. Put the original back, or add the new one under another name.", kind: .badData
            )
        }
        verifiedPaths.insert(path)
        for number in missingNumbers {
            guard round.mayTransfer(replica.now()) else { return false }
            let (part, offset, count) = content(record, number)
            let bytes = try home.bytes(of: path, at: offset, count: count)
            let sealed = try replica.seal.seal(PartForm.write(bytes, as: part))
            try place.put(sealed, as: part)
            round.partsInPlace[part.name, default: []].insert(number)
            round.recordTransfer(sent: sealed.count)
        }
        round.report.sent += 1
        return true
    }

    /// Publishes the record of the file at a path.
    ///
    /// The record precedes the file, so a file is hashed only once.
    func publishRecord(_ path: String, in round: inout Round) throws -> FileRecord {
        guard let size = try home.size(of: path) else {
            throw Failure(.fileNotFound, "The file \(path) is gone.", kind: .missingInput)
        }
        let record = FileRecord(path: path, size: size, digest: try contentDigest(of: path))
        let published = try replica.store.write { transaction in
            if let published = try transaction.record(record.id) { return published }
            try transaction.put(record)
            return record
        }
        round.known[path] = published
        if published.digest == record.digest { verifiedPaths.insert(path) }
        return published
    }

    private func digest(of path: String) throws -> String {
        FileRecord(path: path, size: 0, digest: try contentDigest(of: path)).digest
    }

    private func contentDigest(of path: String) throws -> [UInt8] {
        let size = try home.size(of: path) ?? 0
        var hash = SHA256()
        for offset in stride(from: 0, to: size, by: 1 << 20) {
            hash.add(try home.bytes(of: path, at: offset, count: min(1 << 20, size - offset)))
        }
        return hash.digest
    }
}
