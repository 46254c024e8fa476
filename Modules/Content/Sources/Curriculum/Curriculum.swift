import Kernel

/// What is practised rather than looked up: patterns, step sparring, line work, theory and techniques, from several packs laid on each other.
///
/// Nothing is read before it is asked for, and a pattern's movements only when that pattern is. What is broken is left out and named in the
/// findings; a pack without a usable manifest counts as empty.
public struct Curriculum: Sendable {
    /// Something read, and what was wrong on the way.
    public struct Reading<Value: Sendable>: Sendable {
        /// What can be used.
        public let value: Value
        /// What is wrong or doubtful, in the order of the packs.
        public let findings: [Finding]

        /// Pairs what was read with what was left out.
        public init(_ value: Value, _ findings: [Finding]) { (self.value, self.findings) = (value, findings) }
    }

    private let sources: [PackSource]
    private let variant: String?

    /// Over the packs of a shelf, the last on top.
    ///
    /// - Parameter variant: the id of the variant pack that the learner has chosen; it lies above all others. Variants that are not chosen are left out,
    ///   and one that is not on the shelf is a finding.
    public init(_ sources: [PackSource], variant: String? = nil) { (self.sources, self.variant) = (sources, variant) }

    /// The headings of all patterns, in the order of the packs.
    public func patterns() -> Reading<[PatternHeading]> {
        let index = overlay("patterns")
        var (headings, findings) = ([PatternHeading](), index.overlay.findings + index.findings)
        for entry in index.overlay.entries {
            let (heading, found) = Self.heading(entry)
            findings += found
            if let heading { headings.append(heading) }
        }
        return Reading(headings, findings)
    }

    /// A pattern with its movements.
    ///
    /// - Throws: `unknownPattern` with the nearest in both scripts.
    public func pattern(_ id: String) throws -> Reading<Pattern> {
        let index = overlay("patterns")
        guard let entry = index.overlay.entries.first(where: { $0.key == id }) else {
            guard let meant = Self.meant(id, among: patterns().value.map(\.searchable)) else { throw unknownPattern(id) }
            return try pattern(meant)
        }
        let (heading, found) = Self.heading(entry)
        guard let heading else { throw found.first { $0.severity == .error }?.failure ?? unknownPattern(id) }
        var readers = index.readers
        var overlay = Overlay()
        for (pack, fields) in entry.layers {
            guard let value = Self.movements(fields), readers.indices.contains(pack), let part = readers[pack].part(value) else {
                continue
            }
            let (header, items) = readers[pack].entries(part, "moves")
            overlay.lay(items, by: "n", file: header.file, pack: pack)
        }
        var (moves, findings) = ([Move](), found + overlay.findings + readers.flatMap(\.findings))
        for layer in overlay.entries {
            var reader = layer.reader
            reader.entry = "\(id) \(layer.key)"
            let move = MoveReader.move(&reader, sources: heading.sources)
            reader.finish()
            findings += reader.findings
            if !reader.isBroken { moves.append(heading.uprights.map(move.onUprights) ?? move) }
        }
        return Reading(Pattern(heading: heading, moves: moves.sorted { $0.number < $1.number }), findings)
    }

    /// What the packs say about their sources, by the short names that movements and pages use.
    public func sourceNames() -> [String: String] {
        var names: [String: String] = [:]
        for (part, reader) in ["patterns", "theory"].flatMap(parts) {
            var reader = reader
            for item in reader.entries(part, "sources").items {
                var entry = EntryReader(file: part.file, entry: "", value: item)
                let (id, name) = (entry.text("id"), entry.text("name"))
                if !id.isEmpty, !name.isEmpty { names[id] = name }
            }
        }
        return names
    }

    static func movements(_ fields: [PackField]) -> PackValue? {
        if let inline = fields.first(where: { $0.name == "moves" })?.value { return inline }
        return fields.first { $0.name == "file" }?.value
    }

    private static func heading(_ entry: Overlay.Entry) -> (PatternHeading?, [Finding]) {
        var reader = entry.reader
        let grade = Self.grade(&reader)
        let heading = grade.map { MoveReader.heading(&reader, id: entry.key, grade: $0) }
        if heading == nil { reader.leaveRest() }
        reader.finish()
        return (reader.isBroken ? nil : heading, reader.findings)
    }
}

extension Curriculum {
    /// The packs in force, and why others cannot be opened: those that always hold, then the chosen variant.
    func readers() -> (readers: [PackReader], findings: [Finding]) {
        var (all, findings) = opened()
        let chosen = all.filter { $0.pack.isVariant && $0.pack.id == variant }
        if let variant, chosen.isEmpty {
            findings.append(
                Finding(
                    file: Folding.shown(variant), entry: "", field: "", severity: .error, rule: .unreadable,
                    sentence: "The chosen variant is not installed, so the standard is used.",
                    advice: "Put the pack back, or choose another with `variant use`."))
        }
        all.removeAll(where: \.pack.isVariant)
        return (all + chosen, findings)
    }

    /// The variants that a learner can choose, in the order of the packs.
    public func variants() -> Reading<[ContentPack]> {
        let (readers, findings) = opened()
        return Reading(readers.map(\.pack).filter(\.isVariant), findings)
    }

    private func opened() -> (readers: [PackReader], findings: [Finding]) {
        var (readers, findings) = ([PackReader](), [Finding]())
        for source in sources {
            do {
                readers.append(try PackReader(source))
            } catch {
                let failure = error as? Failure ?? Failure(.unreadable, "The pack cannot be read.")
                findings.append(.unreadable(source.manifest, failure))
            }
        }
        return (readers, findings)
    }

    /// The parts of a field of all packs, each with the reader of its pack.
    func parts(_ field: String) -> [(part: (file: String, value: PackValue), reader: PackReader)] {
        readers().readers.flatMap { reader in
            var reader = reader
            return Self.list(reader.lessons[field]).compactMap { value in reader.part(value).map { ($0, reader) } }
        }
    }

    /// All entries of a field, laid on each other.
    func overlay(_ field: String, by key: String = "id") -> (overlay: Overlay, readers: [PackReader], findings: [Finding]) {
        var (readers, findings) = readers()
        var overlay = Overlay()
        for pack in readers.indices {
            let discipline = readers[pack].pack.discipline
            let prefix = discipline == ContentPack.taekwonDo ? "" : discipline + "/"
            for value in Self.list(readers[pack].lessons[field]) {
                guard let part = readers[pack].part(value) else { continue }
                let (header, items) = readers[pack].entries(part, field)
                findings += header.findings
                overlay.lay(items, by: key, file: part.file, pack: pack, prefix: prefix)
            }
            findings += readers[pack].findings
        }
        return (overlay, readers, findings)
    }

    private static func list(_ value: PackValue?) -> [PackValue] {
        guard case .array(let items)? = value else { return value.map { [$0] } ?? [] }
        if case .object? = items.first { return [.array(items)] }
        return items
    }

    /// The grade of an entry; what is wrong with it is noted.
    static func grade(_ reader: inout EntryReader) -> Grade? {
        let text = reader.text("grade")
        if let grade = Grade(id: text) { return grade }
        if !text.isEmpty {
            reader.note(.unknownGrade, "grade", "“\(Folding.shown(text))” is not a grade.", "Write it as 10k or 1d.")
        }
        return nil
    }

    private func unknownPattern(_ id: String) -> Failure {
        Self.unknown(
            .unknownPattern, "pattern", id, among: patterns().value.map(\.searchable), advice: "`pattern list` shows them all.")
    }

    /// The id of the one document that a person means by another way of writing its id or one of its names: `chonji`, `Low Block`, `천지`, and where
    /// nothing is written so, by another romanisation: `cheonji`. Nil where none is called so, or several are.
    package static func meant(_ text: String, among documents: [Searchable]) -> String? {
        let (wanted, spelled) = (Face(text, .english), Face(text, .romanization))
        guard !wanted.compact.isEmpty else { return nil }
        func ids(_ isMeant: (Face) -> Bool) -> [String] {
            documents.filter { Folding.compact($0.id) == wanted.compact || $0.faces.contains(where: isMeant) }.map(\.id)
        }
        let written = ids { $0.compact == wanted.compact || ($0.script == .english && $0.form == wanted.form) }
        // One or two letters are too little to be another spelling of anything, and figures are spelled in one way.
        let isSpelling = spelled.key.utf8.count > 2 && wanted.compact.utf8.allSatisfy { $0 < 0x80 }
        let figures = wanted.compact.filter(\.isNumber)
        let found =
            written.isEmpty && isSpelling
            ? ids { $0.script == .romanization && $0.key == spelled.key && $0.compact.filter(\.isNumber) == figures } : written
        return found.count == 1 && found[0] != text ? found[0] : nil
    }

    /// A failure that names the nearest in both scripts. What is like nothing as a whole is looked for without its figures: `three-step-99`.
    package static func unknown(
        _ code: Failure.Code, _ kind: String, _ id: String, among documents: [Searchable], advice: String
    ) -> Failure {
        let words = id.split { $0 == "-" || $0 == "/" }
        let index = SearchIndex(documents)
        let hits = [words, words.filter { Int($0) == nil }].lazy.map { index.search($0.joined(separator: " "), limit: 3) }
        let near = (hits.first { !$0.isEmpty } ?? []).compactMap { hit in documents.first { $0.id == hit.id } }
        let shown = near.map { [$0.id, $0.hangul.first.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
        return Failure(
            code, "There is no \(kind) called “\(Folding.shown(id))”.",
            advice: shown.isEmpty ? advice : "Did you mean \(shown.joined(separator: ", "))?", kind: .usage)
    }
}

extension PatternHeading {
    /// The kind of every pattern's document.
    public static let searchKind = "pattern"

    /// The pattern's faces: its name in both scripts, and its shape.
    public var searchable: Searchable {
        Searchable(
            id: id, kind: Self.searchKind, english: [name, "\(name) pattern"], hangul: [hangul, hangul + " 틀"],
            romanizations: [romanization])
    }
}

extension Curriculum {
    /// The belts of the packs, without reading their terms.
    public func belts() -> BeltOrder {
        BeltOrder(
            readers().readers.filter { $0.pack.discipline == ContentPack.taekwonDo }.flatMap { reader in
                var reader = reader
                reader.readBelts()
                return reader.pack.belts.belts
            })
    }
}
