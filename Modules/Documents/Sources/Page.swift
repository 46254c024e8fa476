import Kernel

/// Something to hand out: a title and parts. How it looks is a matter of the writer.
public struct Page: Sendable {
    /// Stands in the head of the document and above all of its parts.
    public let title: String
    /// The language of its text, as in HTML: `en`.
    public let language: String
    /// The parts, in order.
    public let parts: [Part]
    /// A last line, small.
    public let footer: String

    /// Whether it is a sheet to print: on A4, in small letters, its rows close together.
    public let isSheet: Bool

    package init(title: String, language: String = "en", parts: [Part], footer: String = "", isSheet: Bool = false) {
        (self.title, self.language, self.parts, self.footer) = (title, language, parts, footer)
        self.isSheet = isSheet
    }
}

/// A part of a page.
public indirect enum Part: Sendable {
    /// A heading below the title; level 2…4.
    case heading(String, level: Int)
    /// Running text; its line ends are kept.
    case paragraph(String)
    /// Text that explains and may be overlooked.
    case remark(String)
    /// Names and what belongs to them.
    case facts([(name: String, value: String)])
    /// Items of a list.
    case list([String])
    /// Rows under titles.
    case table(titles: [String], rows: [[String]])
    /// A picture.
    case figure(Figure)
    /// A drawing of figures, with the same figures as text.
    case chart(Chart)
    /// How much of something is done, 0…1, and that in words.
    case progress(Double, String)
    /// Parts that belong together, in a frame, and are not torn apart on paper.
    case group([Part])
    /// Parts that are not torn apart on paper: a heading and what stands first below it.
    case kept([Part])
}

/// A picture in a page.
public struct Figure: Sendable {
    /// The bytes of the picture.
    public let bytes: [UInt8]
    /// Its kind: `image/jpeg`.
    public let mediaType: String
    /// What it shows, for those who do not see it.
    public let alternative: String
    /// What stands below it; may be empty.
    public let caption: String

    /// A picture.
    public init(bytes: [UInt8], mediaType: String, alternative: String, caption: String = "") {
        (self.bytes, self.mediaType, self.alternative, self.caption) = (bytes, mediaType, alternative, caption)
    }
}
