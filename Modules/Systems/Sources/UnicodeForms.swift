@_spi(_Unicode) import Swift

/// The Unicode normal forms.
///
/// The standard library contains the tables. On Linux, FoundationEssentials has no API for them. On
/// macOS, the standard library keeps them private, and Foundation offers them.
package enum UnicodeForms {
    /// Returns normal form C: letters and their marks composed where such a letter exists.
    package static func composed(_ text: String) -> String {
        #if canImport(Darwin)
            text.precomposedStringWithCanonicalMapping
        #else
            String(String.UnicodeScalarView(text._nfc))
        #endif
    }

    /// Returns normal form D: letters and their marks decomposed.
    package static func decomposed(_ text: String) -> String {
        #if canImport(Darwin)
            text.decomposedStringWithCanonicalMapping
        #else
            String(String.UnicodeScalarView(text._nfd))
        #endif
    }
}
