import Kernel

extension ValueKind where Value == String {
    /// Text of 1 to 1,000 characters.
    public static var text: Self { text("TEXT") }

    /// Returns a kind for text that is not empty, composed (NFC) and without control characters
    /// except line ends and tabs.
    ///
    /// - Parameter limit: the maximum number of characters.
    public static func text(_ placeholder: String, limit: Int = 1000) -> Self {
        ValueKind(placeholder) { word, _ in
            // A character may have any number of scalars, so the second bound limits the bytes.
            guard word.count <= limit, word.utf8.count <= limit * 16 else {
                throw Failure(.textTooLong, "the text is longer than \(limit) characters.", kind: .usage)
            }
            guard word.contains(where: { !$0.isWhitespace }) else {
                throw Failure(.emptyText, "it must not be empty.", kind: .usage)
            }
            guard !word.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) else {
                throw Failure(.controlCharacters, "the text holds control characters.", kind: .usage)
            }
            return word.inNormalForm
        }
    }

    /// Returns a kind that accepts these words.
    public static func choice(of words: [String], placeholder: String = "NAME") -> Self {
        .oneOf(words, placeholder, spelled: { $0 }) { $0 }
    }

    /// Returns a kind that accepts one of these stores, with its target.
    package static func store(_ stores: [StoreChoice]) -> Self {
        let forms = stores.map(\.form)
        let completions = stores.map { $0.targetKind == nil ? $0.name : $0.name + ":" }
        return ValueKind("WHERE", values: forms.joined(separator: "|"), candidates: { _ in completions }) { word, _ in
            guard StoreChoice.read(word, of: stores) != nil else {
                let intendedStore = stores.first {
                    $0.targetKind != nil && word.split(separator: ":").first.map(String.init) == $0.name
                }
                throw Failure(
                    .notAChoice, "“\(word)” is not one of \(forms.joined(separator: ", ")).",
                    advice: intendedStore.map { "Write \($0.form)." } ?? "", kind: .usage)
            }
            return word
        }
    }
}

extension ValueKind where Value == Int {
    /// Returns a kind for a whole number within a range.
    public static func integer(_ range: ClosedRange<Int>, placeholder: String = "N") -> Self {
        let rangeText =
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): ""
            case (let least, .max): "\(least) or more"
            case (.min, let greatest): "\(greatest) or less"
            case (let least, let greatest): "\(least)…\(greatest)"
            }
        return ValueKind(placeholder, values: rangeText) { word, _ in
            guard let number = Int(word) else {
                throw Failure(.notANumber, "“\(word)” is not a whole number.", kind: .usage)
            }
            guard range.contains(number) else {
                throw Failure(.numberOutOfRange, "\(number) is not within \(rangeText).", kind: .usage)
            }
            return number
        }
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases, by its raw value.
    public static var choice: Self { choice("KIND") }

    /// Returns a kind that accepts the raw values of the cases.
    public static func choice(_ placeholder: String) -> Self {
        .oneOf(Value.allCases.map(\.rawValue), placeholder, spelled: { $0.rawValue }) { Value(rawValue: $0) }
    }
}

extension ValueKind {
    fileprivate static func oneOf(
        _ words: [String], _ placeholder: String, spelled: @escaping @Sendable (Value) -> String,
        value: @escaping @Sendable (String) -> Value?
    ) -> Self {
        ValueKind(
            placeholder, values: words.joined(separator: "|"), candidates: { _ in words }, spelled: spelled
        ) { word, _ in
            guard words.contains(word), let value = value(word) else {
                throw Failure(.notAChoice, "“\(word)” is not one of \(words.joined(separator: ", ")).", kind: .usage)
            }
            return value
        }
    }
}

extension ValueKind where Value == ClosedRange<Int> {
    /// Returns a kind for one number or a range of numbers that count from 1: `5`, `5-8`.
    ///
    /// - Parameter itemName: the counted thing: "a movement".
    public static func range(of itemName: String, upTo greatest: Int) -> Self {
        ValueKind("N[-M]", values: "5, 5-8") { word, _ in
            let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(parts.count), let first = parts[0], let last = parts.last ?? nil, first > 0,
                last >= first,
                last <= greatest
            else { throw Failure(.notARange, "“\(word)” is not \(itemName) or a range; write 5 or 5-8.", kind: .usage) }
            return first...last
        }
    }
}
