import Kernel

extension FileExchange {
    /// Leaves the parts of a file that are not in the place yet.
    ///
    /// - Returns: whether all of it lies there.
    func send(_ path: String, in round: inout Round) throws -> Bool {
        guard round.maySpend(replica.now()) else {
            return round.known[path].map { missing($0, in: round.there).isEmpty } ?? false
        }
        let record = try round.known[path] ?? tell(path, in: &round)
        let left = missing(record, in: round.there)
        guard !left.isEmpty else { return true }
        // It may have been changed or damaged since it was told: what lies in the place is what its name says.
        if !proved.holds(path), try digest(of: path) != record.digest {
            throw Failure(
                .syncUnreadable, "The file \(path) is not what it was when the other devices were told of it.",
                advice: "It was not sent. Put the original back, or add the new one under another name.", kind: .badData)
        }
        proved.note(path)
        for number in left {
            guard round.maySpend(replica.now()) else { return false }
            let (part, offset, count) = content(record, number)
            let bytes = try home.bytes(of: path, at: offset, count: count)
            let sealed = try replica.seal.seal(PartForm.write(bytes, as: part))
            try place.put(sealed, as: part)
            round.there[part.name, default: []].insert(number)
            round.spend(sent: sealed.count)
        }
        round.report.sent += 1
        return true
    }

    /// Tells the others what lies at a path. They are told before it is sent, so nobody reads a file twice to know its name.
    func tell(_ path: String, in round: inout Round) throws -> FileRecord {
        guard let size = try home.size(of: path) else {
            throw Failure(.fileNotFound, "The file \(path) is gone.", kind: .missingInput)
        }
        let record = FileRecord(path: path, size: size, digest: try sum(of: path))
        let told = try replica.store.write { transaction in
            if let told = try transaction.record(record.id) { return told }
            try transaction.put(record)
            return record
        }
        round.known[path] = told
        if told.digest == record.digest { proved.note(path) }
        return told
    }

    private func digest(of path: String) throws -> String { FileRecord(path: path, size: 0, digest: try sum(of: path)).digest }

    private func sum(of path: String) throws -> [UInt8] {
        let size = try home.size(of: path) ?? 0
        var sum = SHA256()
        for offset in stride(from: 0, to: size, by: 1 << 20) {
            sum.add(try home.bytes(of: path, at: offset, count: min(1 << 20, size - offset)))
        }
        return sum.digest
    }
}
