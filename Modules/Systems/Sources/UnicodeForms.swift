@_spi(_Unicode) import Swift

/// The tables of normal forms. The standard library has them, and Foundation's small half leaves asking for them to its other half; on macOS the
/// standard library keeps them to itself, and Foundation has them.
package enum UnicodeForms {
    /// Normal form C: letters and their marks as one, where there is such a letter.
    package static func composed(_ text: String) -> String {
        #if canImport(Darwin)
            text.precomposedStringWithCanonicalMapping
        #else
            String(String.UnicodeScalarView(text._nfc))
        #endif
    }

    /// Normal form D: letters and their marks apart.
    package static func decomposed(_ text: String) -> String {
        #if canImport(Darwin)
            text.decomposedStringWithCanonicalMapping
        #else
            String(String.UnicodeScalarView(text._nfd))
        #endif
    }
}
