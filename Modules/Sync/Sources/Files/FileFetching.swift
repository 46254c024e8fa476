import Kernel

extension FileExchange {
    /// Fetches the parts of a file that are not here yet, and keeps it when all are and its content is proved.
    ///
    /// - Returns: whether it lies here.
    func fetch(_ path: String, in round: inout Round) throws -> Bool {
        // Whoever has it has not told of it yet.
        guard let record = round.known[path] else { return false }
        if try copy(record, in: round) {
            round.report.received += 1
            return true
        }
        let name = name(of: record.digest)
        var here = try drafts.parts()[name] ?? []
        for number in 0..<partCount(record.size) where !here.contains(number) && round.there[name]?.contains(number) == true {
            guard round.maySpend(replica.now()) else { return false }
            guard let content = try fetch(content(record, number), in: &round) else { continue }
            try drafts.put(
                PartForm.write(content, as: FilePart(name: name, number: number)), as: FilePart(name: name, number: number))
            here.insert(number)
        }
        guard here.isSuperset(of: 0..<partCount(record.size)) else { return false }
        try assemble(record, in: &round)
        round.report.received += 1
        return true
    }

    /// - Returns: nil where the part is not there, or damaged: then it is taken away, and whoever has the file leaves it again.
    private func fetch(_ wanted: (part: FilePart, offset: Int, count: Int), in round: inout Round) throws -> [UInt8]? {
        guard let sealed = try place.bytes(of: wanted.part) else {
            round.there[wanted.part.name]?.remove(wanted.part.number)
            return nil
        }
        round.spend(received: sealed.count)
        do {
            let content = try PartForm.read(replica.seal.open(sealed), as: wanted.part)
            guard content.count == wanted.count else { throw WireText.unreadable("a part of a file is of another length") }
            return content
        } catch let failure as Failure where failure.isOfWhatCame {
            // The link may have damaged it: what lies there is judged by a second look.
            let again = try place.bytes(of: wanted.part)
            if let again, again != sealed, let content = try? PartForm.read(replica.seal.open(again), as: wanted.part) {
                return content
            }
            try place.remove(wanted.part)
            round.there[wanted.part.name]?.remove(wanted.part.number)
            return nil
        }
    }

    /// Tells of files that are here before others are fetched which are as long: they may be the same.
    func tellTwins(_ named: [TravellingFile], in round: inout Round) throws {
        let known = try named.filter { try home.size(of: $0.path) == nil }.compactMap { round.known[$0.path]?.size }
        let wanted = Set(known)
        for file in named where round.known[file.path] == nil {
            guard let size = try home.size(of: file.path), wanted.contains(size) else { continue }
            _ = try tell(file.path, in: &round)
        }
    }

    /// The same content may lie here at another path.
    private func copy(_ record: FileRecord, in round: Round) throws -> Bool {
        let twin = try round.known.values.first { other in
            try other.digest == record.digest && other.path != record.path && home.holds(other.path)
                && home.size(of: other.path) == record.size
        }
        guard let twin else { return false }
        do {
            try keep(record) { number in
                let (_, offset, count) = content(record, number)
                return try home.bytes(of: twin.path, at: offset, count: count)
            }
            return true
        } catch is OtherContent { return false }
    }

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
        } catch is OtherContent {
            try drafts.remove(name)
            try place.remove(name)
            round.there[name] = nil
            throw WireText.unreadable("a file is not what its device has said; it is fetched again when somebody leaves it")
        }
        try drafts.remove(name)
    }

    /// Keeps a file from its parts, if they are what was told of it.
    private func keep(_ record: FileRecord, _ part: (_ number: Int) throws -> [UInt8]) throws {
        try home.keep(record.path) { write in
            var sum = SHA256()
            for number in 0..<partCount(record.size) {
                let bytes = try part(number)
                sum.add(bytes)
                try write(bytes)
            }
            guard FileRecord(path: record.path, size: record.size, digest: sum.digest).digest == record.digest else {
                throw OtherContent()
            }
        }
    }

    private struct OtherContent: Error {}
}
