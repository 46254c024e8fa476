import Korean

extension Phrase {
    /// The possible numbers of words in a phrase to build.
    package static let lengths = 2...6

    /// Whether the phrase has a possible number of words.
    package var isBuildable: Bool { Self.lengths.contains(words.count) }
}

extension Phrasebook {
    /// Returns the longest series of phrases that grow into one, each contained in the next.
    ///
    /// Each phrase adds one or two words (a stance has two), and the shortest has two words. The
    /// result is empty if there is no series.
    package func growth(of phrase: Phrase) -> [Phrase] {
        let hangulWords = phrase.hangulWords
        var growthByPlaces: [[Int]: [Phrase]] = [:]
        func longestGrowth(of places: [Int]) -> [Phrase] {
            if let growth = growthByPlaces[places] { return growth }
            let words = places.map { hangulWords[$0] }
            guard let current = places.count == phrase.words.count ? phrase : read(words).phrase,
                current.hangulWords == words
            else {
                growthByPlaces[places] = []
                return []
            }
            var longest: [Phrase] = places.count == 2 ? [current] : []
            for remainingPlaces in places.count > 2 ? Phrasebook.removals(from: places) : [] {
                let shorterGrowth = longestGrowth(of: remainingPlaces)
                if !shorterGrowth.isEmpty, shorterGrowth.count >= longest.count { longest = shorterGrowth + [current] }
            }
            growthByPlaces[places] = longest
            return longest
        }
        return phrase.isBuildable ? longestGrowth(of: Array(phrase.words.indices)) : []
    }

    /// Returns the places without one or two of them, with at least two remaining.
    private static func removals(from places: [Int]) -> [[Int]] {
        let withoutOne = places.map { place in places.filter { $0 != place } }
        guard places.count > 3 else { return withoutOne }
        let withoutTwo = places.indices.flatMap { first in
            places.indices.dropFirst(first + 1).map { second in
                places.indices.filter { $0 != first && $0 != second }.map { places[$0] }
            }
        }
        return withoutOne + withoutTwo
    }
}
