import Diary
import Documents
import Kernel
import Pictures
import Terminal

/// The newest photo for wallpapers and bars, with the days in a row on it if wished.
struct WidgetPicture: Sendable {
    /// The longest side of the picture, in pixels: enough for a screen.
    static let longestSide = 2048

    let diary: PhotoDiary
    let press: Press

    /// The picture of the newest entry that may be seen, today's where today has one; nil where there is none.
    ///
    /// - Parameters:
    ///   - withStreak: whether the days in a row stand below it; of no days nothing is said.
    ///   - isPNG: whether a picture that is painted stays a PNG.
    func make(withStreak: Bool, isPNG: Bool = false) throws -> (entry: Entry, bytes: [UInt8])? {
        guard let entry = try newest() else { return nil }
        let side = withStreak ? PhotoPath.pageSides[0] : WidgetPicture.longestSide
        guard let picture = try diary.picture(of: entry, longestSide: side) else {
            throw Failure.conversionFailed("no program here makes a JPEG of a HEIC; install libvips-tools")
        }
        let row = withStreak ? try diary.currentStreak() : 0
        guard row > 0 else { return (entry, picture.bytes) }
        let letters = max(12, picture.header.width / 24)
        let painted = try press.picture(
            page(picture, letters, saying: PhotoDays.sentence(row)), picture.header.width, picture.header.height + letters * 5 / 2
        )
        return (entry, isPNG ? painted : try diary.jpeg(of: painted))
    }

    private func newest() throws -> Entry? {
        var before: Day?
        while true {
            let page = try diary.timeline(before: before)
            if let entry = page.entries.first(where: { !$0.isSealed }) { return entry }
            guard let next = page.next else { return nil }
            before = next
        }
    }

    /// The photo with a line below it, so that nothing of it is hidden.
    private func page(_ photo: JudgedImage, _ letters: Int, saying words: String) -> String {
        let (colors, data) = (PagePalette.grain.light, Data(photo.bytes).base64EncodedString())
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <style>
            html, body { margin: 0; overflow: hidden; background: \(colors.background.css); }
            img { display: block; width: \(photo.header.width)px; height: \(photo.header.height)px; }
            p { margin: 0; text-align: center; white-space: nowrap; color: \(colors.accent.css);
              font: \(letters)px/\(letters * 5 / 2)px Georgia, "Noto Serif", "DejaVu Serif", serif; }
            </style></head><body>
            <img src="data:\(photo.header.type.mediaType);base64,\(data)" alt="">
            <p>\(Escaping.markup(words))</p>
            </body></html>

            """
    }
}

/// The file that always shows the newest photo, where somebody wishes one: rewritten whenever a day changes.
struct WidgetFile: Sendable {
    let diary: PhotoDiary
    let machine: DiaryMachine
    /// Whether something is locked: then nothing leaves by itself.
    let isLocked: @Sendable () throws -> Bool

    /// Writes it anew. What goes wrong stops nothing: the day was kept.
    ///
    /// - Returns: what a person should know, as a sentence; nil where all is well, or where nobody wishes such a file.
    func renew() -> String? {
        var path = ""
        do {
            let choice = try diary.cameraChoice()
            guard let file = choice.widget, !machine.isRehearsal, try !isLocked() else { return nil }
            path = file
            let picture = WidgetPicture(diary: diary, press: machine.press)
            let isPNG = file.lowercased().hasSuffix(".png")
            guard let made = try picture.make(withStreak: choice.widgetStreak ?? false, isPNG: isPNG) else {
                return "There is no photo to show any more; \(file) stays as it is."
            }
            let parts = file.split(separator: "/")
            let folder = "/" + parts.dropLast().joined(separator: "/")
            let name = String(parts.last ?? "")
            try machine.write(OutgoingFile(name: name, bytes: made.bytes, time: diary.time.now()), folder, true)
            return nil
        } catch {
            return "The file \(path) could not be renewed: \((error as? Failure)?.message ?? "\(error)")"
        }
    }
}
