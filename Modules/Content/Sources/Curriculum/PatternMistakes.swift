import Kernel

extension Curriculum {
    /// What often goes wrong in the movements of each pattern, by the pattern's id; those that tell nothing are left out.
    ///
    /// The same as `pattern` tells of each, and nothing else of them is read: a search asks for it at every word.
    public func mistakes() -> [String: [String]] {
        let index = overlay("patterns")
        var readers = index.readers
        var told: [String: [String]] = [:]
        for entry in index.overlay.entries {
            var overlay = Overlay()
            for (pack, fields) in entry.layers {
                guard let value = Self.movements(fields), readers.indices.contains(pack),
                    let part = readers[pack].part(value, naming: "mistakes\"")
                else { continue }
                let (header, items) = readers[pack].entries(part, "moves")
                overlay.lay(items, by: "n", file: header.file, pack: pack)
            }
            let moves = overlay.entries.sorted { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }
            let mistakes = moves.flatMap { layer in
                var reader = layer.reader
                return reader.texts("mistakes")
            }
            if !mistakes.isEmpty { told[entry.key] = mistakes }
        }
        return told
    }
}
