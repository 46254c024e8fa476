import Kernel

extension Curriculum {
    /// Returns the common mistakes in the movements of each pattern, keyed by the pattern's id.
    ///
    /// Patterns without mistakes are omitted. The texts match those of `pattern`. Only this part is
    /// read, because a search calls this function for every word.
    package func mistakes() -> [String: [String]] {
        let index = overlay("patterns")
        var readers = index.readers
        var mistakesByPattern: [String: [String]] = [:]
        for entry in index.overlay.entries {
            var overlay = Overlay()
            for (pack, fields) in entry.layers {
                guard let value = Self.movements(fields), readers.indices.contains(pack),
                    let part = readers[pack].part(value, naming: "mistakes\"")
                else { continue }
                let (header, items) = readers[pack].entries(part, "moves")
                overlay.merge(items, by: "n", file: header.file, pack: pack)
            }
            let moves = overlay.entries.sorted { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }
            let mistakes = moves.flatMap { layer in
                var reader = layer.reader
                return reader.texts("mistakes")
            }
            if !mistakes.isEmpty { mistakesByPattern[entry.key] = mistakes }
        }
        return mistakesByPattern
    }
}
