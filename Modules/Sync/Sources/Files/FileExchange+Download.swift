import Kernel

extension FileExchange {
    /// Downloads the missing parts of a file, verifies its content and stores it.
    ///
    /// - Returns: Whether the file is now on this device.
    func download(_ path: String, in round: inout Round) throws -> Bool {
        // The device with the file has not sent its record yet.
        guard let record = round.known[path] else { return false }
        if try copy(record, in: round) {
            round.report.received += 1
            return true
        }
        let name = name(of: record.digest)
        var draftedNumbers = try drafts.parts()[name] ?? []
        for number in 0..<partCount(record.size)
        where !draftedNumbers.contains(number) && round.partsInPlace[name]?.contains(number) == true {
            guard round.mayTransfer(replica.now()) else { return false }
            guard let content = try fetch(content(record, number), in: &round) else { continue }
            try drafts.put(
                PartForm.write(content, as: FilePart(name: name, number: number)),
                as: FilePart(name: name, number: number))
            draftedNumbers.insert(number)
        }
        guard draftedNumbers.isSuperset(of: 0..<partCount(record.size)) else { return false }
        try assemble(record, in: &round)
        round.report.received += 1
        return true
    }

    /// Downloads one part.
    ///
    /// A damaged part is deleted from the place, so that a device with the file uploads it again.
    ///
    /// - Returns: Nil if the part is missing or damaged.
    private func fetch(_ location: (part: FilePart, offset: Int, count: Int), in round: inout Round) throws -> [UInt8]?
    {
        guard let sealed = try place.bytes(of: location.part) else {
            round.partsInPlace[location.part.name]?.remove(location.part.number)
            return nil
        }
        round.recordTransfer(received: sealed.count)
        do {
            let content = try PartForm.read(replica.seal.open(sealed), as: location.part)
            guard content.count == location.count else {
                throw WireText.unreadable("a part of a file is of another length")
            }
            return content
        } catch let failure as Failure where failure.isInvalidRemoteData {
            // The transfer may have caused the damage, so the part is read a second time.
            let rereadBytes = try place.bytes(of: location.part)
            if let rereadBytes, rereadBytes != sealed,
                let content = try? PartForm.read(replica.seal.open(rereadBytes), as: location.part)
            {
                return content
            }
            try place.remove(location.part)
            round.partsInPlace[location.part.name]?.remove(location.part.number)
            return nil
        }
    }

    /// Publishes records of local files with the size of a missing file, because both may have the
    /// same content.
    func publishSameSizeRecords(_ referencedFiles: [SyncableFile], in round: inout Round) throws {
        let missingSizes = try referencedFiles.filter { try home.size(of: $0.path) == nil }.compactMap {
            round.known[$0.path]?.size
        }
        let missingSizeSet = Set(missingSizes)
        for file in referencedFiles where round.known[file.path] == nil {
            guard let size = try home.size(of: file.path), missingSizeSet.contains(size) else { continue }
            _ = try publishRecord(file.path, in: &round)
        }
    }

    /// Copies a file with the same content from another path, if there is one.
    private func copy(_ record: FileRecord, in round: Round) throws -> Bool {
        let duplicate = try round.known.values.first { other in
            try other.digest == record.digest && other.path != record.path && home.accepts(other.path)
                && home.size(of: other.path) == record.size
        }
        guard let duplicate else { return false }
        do {
            try keep(record) { number in
                let (_, offset, count) = content(record, number)
                return try home.bytes(of: duplicate.path, at: offset, count: count)
            }
            return true
        } catch is ContentMismatch { return false }
    }

    /// Builds the file from its drafts, and deletes the drafts.
    private func assemble(_ record: FileRecord, in round: inout Round) throws {
        let name = name(of: record.digest)
        do {
            try keep(record) { number in
                let part = FilePart(name: name, number: number)
                guard let bytes = try drafts.bytes(of: part), let content = try? PartForm.read(bytes, as: part) else {
                    try drafts.remove(part)
                    throw WireText.unreadable("a part of it was damaged on this device and is fetched again")
                }
                return content
            }
        } catch is ContentMismatch {
            try drafts.remove(name)
            try place.remove(name)
            round.partsInPlace[name] = nil
            throw WireText.unreadable(
                "a file is not what its device has said; it is fetched again when somebody leaves it")
        }
        try drafts.remove(name)
    }

    /// Stores a file from its parts if their content matches the record.
    private func keep(_ record: FileRecord, _ part: (_ number: Int) throws -> [UInt8]) throws {
        try home.save(record.path) { write in
            var hash = SHA256()
            for number in 0..<partCount(record.size) {
                let bytes = try part(number)
                hash.add(bytes)
                try write(bytes)
            }
            guard FileRecord(path: record.path, size: record.size, digest: hash.digest).digest == record.digest else {
                throw ContentMismatch()
            }
        }
    }

    /// The error for parts whose digest differs from the record's.
    private struct ContentMismatch: Error {}
}
