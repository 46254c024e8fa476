import Diary
import Documents
import Interface
import Kernel
import Pictures

/// A web page that shows one day as a picture: its photo, if any, and its text.
struct DayCard {
    /// The width in pixels.
    static let width = 1080
    private static let (margin, maximumPhotoHeight, lineHeight) = (60, 1280, 54)
    /// The number of characters that always fit into a line.
    private static let columns = 50

    private let day: Day
    private let text: String
    private let facts: String
    private let photo: ValidatedImage?

    init(_ entry: Entry, photo: ValidatedImage) {
        day = entry.day
        text = entry.note ?? ""
        facts = entry.facts.joined(separator: "  ·  ")
        self.photo = photo
    }

    init(of day: Day, details: EntryChange) {
        self.day = day
        text = details.note ?? ""
        photo = nil
        facts = details.facts.joined(separator: "  ·  ")
    }

    /// The height in pixels: the photo, the lines of the note and the margins.
    var height: Int {
        2 * DayCard.margin + photoSize.height + 150 + lineCount * DayCard.lineHeight + (facts.isEmpty ? 0 : 60) + 70
    }

    private var photoSize: (width: Int, height: Int) {
        guard let photo else { return (0, 0) }
        let availableWidth = DayCard.width - 2 * DayCard.margin
        let width = photo.header.width
        let height = photo.header.height
        let scale = min(
            Double(availableWidth) / Double(max(1, width)), Double(DayCard.maximumPhotoHeight) / Double(max(1, height)))
        return (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
    }

    private var noteLines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    private var lineCount: Int {
        noteLines.reduce(0) {
            $0 + max(1, (DisplayWidth.columns(of: String($1)) + DayCard.columns - 1) / DayCard.columns)
        }
    }

    private var figure: String {
        photo.map {
            "<img src=\"data:\($0.header.type.mediaType);base64,\(Data($0.bytes).base64EncodedString())\" alt=\"\">"
        } ?? ""
    }

    var page: String {
        let colors = PagePalette.grain.light
        let text = noteLines.map { "<p dir=\"auto\">\($0.isEmpty ? "&nbsp;" : Escaper.markup(String($0)))</p>" }.joined(
            separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <style>
            html, body { margin: 0; background: \(colors.background.css); color: \(colors.text.css); }
            body { width: \(DayCard.width)px; height: \(height)px; box-sizing: border-box; padding: \(DayCard.margin)px; overflow: hidden;
              font: 34px/\(DayCard.lineHeight)px Georgia, "Noto Serif", "Noto Serif CJK KR", "DejaVu Serif", "Noto Color Emoji", serif; }
            img { display: block; margin: 0 auto; width: \(photoSize.width)px; height: \(photoSize.height)px; border-radius: 14px; }
            h1 { margin: 44px 0 20px; font-size: 44px; line-height: 60px; color: \(colors.accent.css); }
            p { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
            .facts, .grain { color: \(colors.muted.css); font-size: 27px; }
            .facts { margin-top: 16px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
            .grain { margin-top: 26px; padding-top: 10px; border-top: 1px solid \(colors.line.css); }
            </style></head><body>
            \(figure)
            <h1>\(Escaper.markup(day.spelledOut))</h1>
            \(text)
            \(facts.isEmpty ? "" : "<p class=\"facts\">\(Escaper.markup(facts))</p>")
            <p class="grain">Grain</p>
            </body></html>

            """
    }
}
