import Kernel

/// A document of a title and parts, independent of its output format.
package struct Page: Sendable {
    /// The title, which appears in the document's head and above all parts.
    package let title: String
    /// The language of the text, as in HTML: `en`.
    package let language: String
    package let parts: [Part]
    package let footer: String

    /// Whether the page is a sheet to print: A4, small letters, dense rows.
    package let isSheet: Bool

    package init(title: String, language: String = "en", parts: [Part], footer: String = "", isSheet: Bool = false) {
        self.title = title
        self.language = language
        self.parts = parts
        self.footer = footer
        self.isSheet = isSheet
    }
}

/// A part of a page.
package indirect enum Part: Sendable {
    /// A heading below the title, of level 2…4.
    case heading(String, level: Int)
    /// Running text that keeps its line ends.
    case paragraph(String)
    /// A secondary note in a muted color.
    case remark(String)
    /// Names with their values, one pair a line.
    case facts([(name: String, value: String)])
    case list([String])
    case table(titles: [String], rows: [[String]])
    case figure(Figure)
    /// A drawing of figures, with the same figures as text.
    case chart(Chart)
    /// The completed share of something, 0…1, with a text.
    case progress(Double, String)
    /// A framed group of parts that stay on one printed page.
    case group([Part])
    /// Parts that stay on one printed page, such as a heading and the part below it.
    case keptTogether([Part])
}

/// A picture in a page.
package struct Figure: Sendable {
    package let bytes: [UInt8]
    /// The media type, such as `image/jpeg`.
    package let mediaType: String
    /// The description for readers who cannot see the picture.
    package let alternative: String
    /// The text below the picture, possibly empty.
    package let caption: String

    package init(bytes: [UInt8], mediaType: String, alternative: String, caption: String = "") {
        self.bytes = bytes
        self.mediaType = mediaType
        self.alternative = alternative
        self.caption = caption
    }
}
