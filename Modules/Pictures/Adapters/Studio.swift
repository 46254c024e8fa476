import Kernel
import Pictures

/// How photos are prepared, whichever program makes the pictures.
struct Studio: Sendable {
    /// The founding quality, and what is tried when the file is too large.
    private static let qualities = [80, 60, 40, 25]
    /// The same for HEIC, whose encoder counts otherwise: at 50 a photo is closer to its source than a JPEG at 80, and smaller.
    private static let heicQualities = [50, 40, 30, 20]
    /// Pixels beyond which a HEIC is decoded before anything else: a program that shrinks it needs all of it at once, and more memory.
    private static let largeHEIC = 24_000_000

    let maker: any PictureMaker
    let heifEncoder: String?
    let heifDecoder: String?
    let folder: String
    let deadline: Duration

    func prepare(_ photo: JudgedImage, _ wish: PictureWish) throws -> [UInt8] {
        if let kept = photo.kept(as: wish) {
            // A program looks at it all the same: it knows what was cut short and closed again.
            _ = try thumbnail(photo, longestSide: 64)
            return kept
        }
        let notes = photo.notes(withLocation: wish.keepsLocation)
        let side = wish.side(of: photo.header)
        return try work(on: photo) { source, folder in
            if wish.format == .heic, let heifEncoder, let made = try heic(by: heifEncoder, source, folder, side, wish, notes) {
                return made
            }
            return try firstSmallEnough(wish, of: Studio.qualities) { quality in
                JudgedImage.annotated(try picture(.jpeg, quality: quality, source, folder, side), notes: notes)
            }
        }
    }

    func thumbnail(_ photo: JudgedImage, longestSide: Int) throws -> [UInt8]? {
        try work(on: photo) { try picture(.jpeg, quality: Studio.qualities[0], $0, $1, longestSide) }
    }

    /// Several at one go: a program takes a fifth of the time to begin. Where one of them is damaged, each is to be made by itself, which says so of it.
    func thumbnails(_ photos: [JudgedImage], longestSide: Int) -> [[UInt8]?] {
        var made = [[UInt8]?](repeating: nil, count: photos.count)
        guard let folder = try? WorkFolder(below: folder) else { return made }
        let output = Picture(
            file: folder.file("small-%s.jpg"), form: .jpeg, longestSide: longestSide, quality: Studio.qualities[0])
        for (words, numbers) in Dictionary(grouping: photos.indices, by: { maker.arguments(for: photos[$0].header, to: output) })
        {
            guard let words, numbers.count > 1 else { continue }
            let all = try? together(numbers.map { ($0, photos[$0]) }, words, folder)
            for (number, one) in zip(numbers, all ?? []) { made[number] = one }
        }
        return made
    }

    private func together(_ photos: [(number: Int, photo: JudgedImage)], _ words: [String], _ folder: WorkFolder) throws
        -> [[UInt8]]
    {
        let files = try photos.map { try folder.write($1.bytes, to: "\($0).\($1.header.type.fileExtension)") }
        let names = photos.map { "small-\($0.number).jpg" }
        return try folder.run(maker.program, files + words, making: names, within: deadline)
    }

    func pixels(_ photo: JudgedImage, longestSide: Int) throws -> PixelMap? {
        let side = min(longestSide, PixelMap.longestSide)
        guard let pixels = PixelMap(portable: try work(on: photo) { try picture(.ppm, quality: 100, $0, $1, side) }) else {
            throw Failure.conversionFailed("what was made has no pixels that can be read")
        }
        return pixels
    }

    /// Works on the photo as it is and, when the program cannot read a HEIC, on what a decoder makes of it: upright pixels.
    private func work(on photo: JudgedImage, _ body: (Source, WorkFolder) throws -> [UInt8]) throws -> [UInt8] {
        let folder = try WorkFolder(below: folder)
        let input = try folder.write(photo.bytes, to: "in.\(photo.header.type.fileExtension)")
        let decoder = photo.header.type == .heic ? heifDecoder : nil
        do {
            let isLarge = photo.header.width * photo.header.height > Studio.largeHEIC
            if isLarge, let decoder { return try body(decoded(input, by: decoder, folder), folder) }
            return try body(Source(file: input, header: photo.header, isUpright: false), folder)
        } catch {
            guard let decoder else { throw error }
            return try body(decoded(input, by: decoder, folder), folder)
        }
    }

    private func decoded(_ input: String, by decoder: String, _ folder: WorkFolder) throws -> Source {
        let name = "decoded.jpg"
        let made = try folder.run(decoder, ["-q", "95", input, folder.file(name)], making: name, within: deadline)
        return Source(file: folder.file(name), header: try ImageHeader(made), isUpright: true)
    }

    /// Everything that was written down goes; what may stay is put back by whoever asks.
    private func picture(_ form: Picture.Form, quality: Int, _ source: Source, _ folder: WorkFolder, _ side: Int) throws
        -> [UInt8]
    {
        let name = "upright.\(form.rawValue)"
        let output = Picture(file: folder.file(name), form: form, longestSide: side, quality: quality)
        return try folder.run(maker.program, maker.arguments(from: source, to: output), making: name, within: deadline)
    }

    /// Nil when this encoder makes nothing of it: one that was built without HEVC is no reason to lose the photo of a day. The pixels go to it in a PNG,
    /// which has to fit into what we read of a program.
    private func heic(
        by encoder: String, _ source: Source, _ folder: WorkFolder, _ side: Int, _ wish: PictureWish, _ notes: [UInt8]?
    ) throws -> [UInt8]? {
        let header = source.header
        let scale = min(1, Double(side) / Double(max(header.width, header.height)))
        guard Double(header.width * header.height) * scale * scale * 3 < Double(PictureLimits.largestPicture) * 0.9 else {
            return nil
        }
        let upright = try picture(.png, quality: 100, source, folder, side)
        let file = try notes.map { try folder.write(JudgedImage.annotated(upright, notes: $0), to: "annotated.png") }
        let (pixels, target) = (file ?? folder.file("upright.png"), folder.file("made.heic"))
        return try? firstSmallEnough(wish, of: Studio.heicQualities) { quality in
            try folder.run(
                encoder, ["-q", "\(quality)", "-p", "preset=ultrafast", pixels, "-o", target], making: "made.heic",
                within: deadline)
        }
    }

    private func firstSmallEnough(_ wish: PictureWish, of qualities: [Int], _ make: (Int) throws -> [UInt8]) throws -> [UInt8] {
        for quality in qualities {
            let made = try make(quality)
            if made.count <= wish.largestFile { return made }
        }
        throw Failure.conversionFailed("it stays larger than \(wish.largestFile) bytes")
    }
}
