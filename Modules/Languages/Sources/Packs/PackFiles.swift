extension LanguagePack {
    /// Combines the files of one language into a pack and checks each file, their common language,
    /// and duplicate sentences.
    ///
    /// The language, its name and its state are those of the first file.
    public init(files: [(name: String, bytes: [UInt8])]) {
        self.init(files.first?.bytes ?? [])
        let packs = files.map { (name: $0.name, pack: LanguagePack($0.bytes)) }
        findings = packs.flatMap { name, pack in
            pack.findings.map { Finding(file: name, line: $0.line, sentence: $0.sentence) }
        }
        var fileNames: [String: String] = [:]
        entries = packs.flatMap { name, pack -> [Entry] in
            if pack.tag != tag {
                findings.append(
                    Finding(file: name, line: 1, sentence: "The file is for another language: \(pack.tag)."))
            }
            return pack.entries.compactMap { entry in
                if let otherFile = fileNames[entry.key] {
                    findings.append(
                        Finding(file: name, line: entry.line, sentence: "\(otherFile) says “\(entry.key)” already."))
                    return nil
                }
                fileNames[entry.key] = name
                var entry = entry
                entry.file = name
                return entry
            }
        }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
