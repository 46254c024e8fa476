import Kernel

/// The practical content of several merged packs: patterns, step sparring, line work, theory and
/// techniques.
///
/// Reading is lazy. A pattern's movements are read only for that pattern. Broken entries are left
/// out and listed in the findings. A pack without a usable manifest counts as empty.
package struct Curriculum: Sendable {
    /// A value that was read, with the findings from reading it.
    package struct Reading<Value: Sendable>: Sendable {
        package let value: Value
        /// The errors and warnings, in the order of the packs.
        package let findings: [Finding]

        package init(_ value: Value, _ findings: [Finding]) {
            self.value = value
            self.findings = findings
        }
    }

    private let sources: [PackSource]
    private let variant: String?

    /// Creates a curriculum over packs, the last on top.
    ///
    /// - Parameter variant: the id of the chosen variant pack, which overrides all others. Other
    ///   variants are left out, and a missing variant is a finding.
    package init(_ sources: [PackSource], variant: String? = nil) {
        self.sources = sources
        self.variant = variant
    }

    /// Returns the headings of all patterns, in the order of the packs.
    package func patterns() -> Reading<[PatternHeading]> {
        let index = overlay("patterns")
        var headings = [PatternHeading]()
        var findings = index.overlay.findings + index.findings
        for entry in index.overlay.entries {
            let (heading, headingFindings) = Self.heading(entry)
            findings += headingFindings
            if let heading { headings.append(heading) }
        }
        return Reading(headings, findings)
    }

    /// Returns a pattern with its movements.
    ///
    /// - Throws: `unknownPattern` with the nearest names in both scripts.
    package func pattern(_ id: String) throws -> Reading<Pattern> {
        let index = overlay("patterns")
        guard let entry = index.overlay.entries.first(where: { $0.key == id }) else {
            guard let resolvedID = Self.resolve(id, among: patterns().value.map(\.searchable)) else {
                throw unknownPattern(id)
            }
            return try pattern(resolvedID)
        }
        let (heading, headingFindings) = Self.heading(entry)
        guard let heading else { throw headingFindings.first { $0.severity == .error }?.failure ?? unknownPattern(id) }
        var readers = index.readers
        var overlay = Overlay()
        for (pack, fields) in entry.layers {
            guard let value = Self.movements(fields), readers.indices.contains(pack),
                let part = readers[pack].part(value)
            else { continue }
            let (header, items) = readers[pack].entries(part, "moves")
            overlay.merge(items, by: "n", file: header.file, pack: pack)
        }
        var moves = [Move]()
        var findings = headingFindings + overlay.findings + readers.flatMap(\.findings)
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

    /// Returns the packs' descriptions of their sources, keyed by the short names that movements
    /// and pages use.
    package func sourceNames() -> [String: String] {
        var names: [String: String] = [:]
        for (part, reader) in ["patterns", "theory"].flatMap(parts) {
            var reader = reader
            for item in reader.entries(part, "sources").items {
                var entry = EntryReader(file: part.file, entry: "", value: item)
                let id = entry.text("id")
                let name = entry.text("name")
                if !id.isEmpty, !name.isEmpty { names[id] = name }
            }
        }
        return names
    }

    /// Returns the movements of a pattern entry: the list itself, or the path of its file.
    static func movements(_ fields: [OrderedJSON.Member]) -> OrderedJSON? {
        if let inline = fields.first(where: { $0.name == "moves" })?.value { return inline }
        return fields.first { $0.name == "file" }?.value
    }

    /// Reads the heading of a pattern, or nil if a required field is invalid.
    private static func heading(_ entry: Overlay.Entry) -> (PatternHeading?, [Finding]) {
        var reader = entry.reader
        let grade = Self.grade(&reader)
        let heading = grade.map { MoveReader.heading(&reader, id: entry.key, grade: $0) }
        if heading == nil { reader.ignoreRemainingFields() }
        reader.finish()
        return (reader.isBroken ? nil : heading, reader.findings)
    }
}

extension Curriculum {
    /// Returns the active packs and the reasons why others cannot be opened.
    ///
    /// The chosen variant comes after the packs that always apply.
    func readers() -> (readers: [PackReader], findings: [Finding]) {
        var (all, findings) = openedPacks()
        let chosenVariants = all.filter { $0.pack.isVariant && $0.pack.id == variant }
        if let variant, chosenVariants.isEmpty {
            findings.append(
                Finding(
                    file: Folding.printable(variant), entry: "", field: "", severity: .error, rule: .unreadable,
                    sentence: "The chosen variant is not installed, so the standard is used.",
                    advice: "Put the pack back, or choose another with `variant use`."))
        }
        all.removeAll(where: \.pack.isVariant)
        return (all + chosenVariants, findings)
    }

    /// Returns the variants that a learner can choose, in the order of the packs.
    package func variants() -> Reading<[ContentPack]> {
        let (readers, findings) = openedPacks()
        return Reading(readers.map(\.pack).filter(\.isVariant), findings)
    }

    /// Returns the readable packs, and findings for the others.
    private func openedPacks() -> (readers: [PackReader], findings: [Finding]) {
        var readers = [PackReader]()
        var findings = [Finding]()
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

    /// Returns the parts of a field from all packs, each with the reader of its pack.
    func parts(_ field: String) -> [(part: (file: String, value: OrderedJSON), reader: PackReader)] {
        readers().readers.flatMap { reader in
            var reader = reader
            return Self.list(reader.lessons[field]).compactMap { value in reader.part(value).map { ($0, reader) } }
        }
    }

    /// Returns all entries of a field, merged across packs.
    func overlay(_ field: String, by key: String = "id") -> (
        overlay: Overlay, readers: [PackReader], findings: [Finding]
    ) {
        var (readers, findings) = readers()
        var overlay = Overlay()
        for pack in readers.indices {
            let discipline = readers[pack].pack.discipline
            let prefix = discipline == ContentPack.taekwonDo ? "" : discipline + "/"
            for value in Self.list(readers[pack].lessons[field]) {
                guard let part = readers[pack].part(value) else { continue }
                let (header, items) = readers[pack].entries(part, field)
                findings += header.findings
                overlay.merge(items, by: key, file: part.file, pack: pack, prefix: prefix)
            }
            findings += readers[pack].findings
        }
        return (overlay, readers, findings)
    }

    /// Returns the parts of a field: several paths, or one part that is a path or a list of
    /// entries.
    private static func list(_ value: OrderedJSON?) -> [OrderedJSON] {
        guard case .array(let items)? = value else { return value.map { [$0] } ?? [] }
        if case .object? = items.first { return [.array(items)] }
        return items
    }

    /// Reads the grade of an entry and records any error.
    static func grade(_ reader: inout EntryReader) -> Grade? {
        let text = reader.text("grade")
        if let grade = Grade(id: text) { return grade }
        if !text.isEmpty {
            reader.record(
                .unknownGrade, "grade", "“\(Folding.printable(text))” is not a grade.", "Write it as 10k or 1d.")
        }
        return nil
    }

    private func unknownPattern(_ id: String) -> Failure {
        Self.unknown(
            .unknownPattern, "pattern", id, among: patterns().value.map(\.searchable),
            advice: "`pattern list` shows them all.")
    }

    /// Returns the id of the one document that a person's spelling refers to.
    ///
    /// The spelling may vary the id or a name, for example `chonji`, `Low Block` or `천지`. If no
    /// document matches, another romanization is tried, for example `cheonji`.
    ///
    /// - Returns: nil if no document or more than one matches.
    package static func resolve(_ text: String, among documents: [Searchable]) -> String? {
        let englishKey = SearchKey(text, .english)
        let romanizationKey = SearchKey(text, .romanization)
        guard !englishKey.compact.isEmpty else { return nil }
        func ids(_ matches: (SearchKey) -> Bool) -> [String] {
            documents.filter { Folding.compact($0.id) == englishKey.compact || $0.searchKeys.contains(where: matches) }
                .map(\.id)
        }
        let nameMatches = ids {
            $0.compact == englishKey.compact || ($0.script == .english && $0.form == englishKey.form)
        }
        // One or two letters are too short for another spelling, and numbers have only one.
        let mayBeSpelling = romanizationKey.key.utf8.count > 2 && englishKey.compact.utf8.allSatisfy { $0 < 0x80 }
        let digits = englishKey.compact.filter(\.isNumber)
        let matchingIDs =
            nameMatches.isEmpty && mayBeSpelling
            ? ids {
                $0.script == .romanization && $0.key == romanizationKey.key && $0.compact.filter(\.isNumber) == digits
            }
            : nameMatches
        return matchingIDs.count == 1 && matchingIDs[0] != text ? matchingIDs[0] : nil
    }

    /// Returns a failure that names the nearest documents in both scripts.
    ///
    /// If nothing resembles the whole id, the search repeats without its digits, for example for
    /// `three-step-99`.
    package static func unknown(
        _ code: Failure.Code, _ kind: String, _ id: String, among documents: [Searchable], advice: String
    ) -> Failure {
        let words = id.split { $0 == "-" || $0 == "/" }
        let index = SearchIndex(documents)
        let hits = [words, words.filter { Int($0) == nil }].lazy.map {
            index.search($0.joined(separator: " "), limit: 3)
        }
        let nearDocuments = (hits.first { !$0.isEmpty } ?? []).compactMap { hit in documents.first { $0.id == hit.id } }
        let suggestions = nearDocuments.map {
            [$0.id, $0.hangul.first.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        }
        return Failure(
            code, "There is no \(kind) called “\(Folding.printable(id))”.",
            advice: suggestions.isEmpty ? advice : "Did you mean \(suggestions.joined(separator: ", "))?", kind: .usage)
    }
}

extension PatternHeading {
    package static let searchKind = "pattern"

    /// The search keys of the pattern: its name in both scripts, and its shape.
    package var searchable: Searchable {
        Searchable(
            id: id, kind: Self.searchKind, english: [name, "\(name) pattern"], hangul: [hangul, hangul + " 틀"],
            romanizations: [romanization])
    }
}

extension Curriculum {
    /// Returns the belts of the packs without reading their terms.
    package func belts() -> BeltOrder {
        BeltOrder(
            readers().readers.filter { $0.pack.discipline == ContentPack.taekwonDo }.flatMap { reader in
                var reader = reader
                reader.readBelts()
                return reader.pack.belts.belts
            })
    }
}
