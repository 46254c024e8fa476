extension Unicode.Scalar {
    /// Whether a terminal could act on it, or text be made to read other than it is: C0, DEL, C1, line and paragraph separators, and
    /// the marks that turn the direction of writing.
    var isControl: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// What is shown in its place: `␛` for an escape.
    var picture: Unicode.Scalar {
        switch value {
        case 0...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}

extension String {
    /// The text with a visible picture in place of every control character but those that are to be kept.
    func withControlPictures(keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: { $0.isControl && !kept.contains($0) }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0.isControl && !kept.contains($0) ? $0.picture : $0 }))
    }
}
