extension Unicode.Scalar {
    /// Whether a terminal could act on the scalar, or text could read other than it is.
    ///
    /// It covers C0, DEL, C1, line and paragraph separators, and the marks that change the writing
    /// direction.
    package var isControl: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
