import Kernel
import Pictures

/// How photos are prepared, whichever program makes the pictures.
struct Studio: Sendable {
    /// The founding quality, and what is tried when the file is too large.
    private static let qualities = [80, 60, 40, 25]

    let maker: any PictureMaker
    let heifEncoder: String?
    let heifDecoder: String?
    let folder: String
    let deadline: Duration

    func prepare(_ photo: JudgedImage, _ wish: PictureWish) throws -> [UInt8] {
        try work(on: photo) { source, folder in
            if wish.format == .heic, let heifEncoder, let made = try heic(by: heifEncoder, source, folder, wish) { return made }
            return try firstSmallEnough(wish) { try picture(.jpeg, quality: $0, source, folder, wish) }
        }
    }

    func thumbnail(_ photo: JudgedImage, longestSide: Int) throws -> [UInt8]? {
        let wish = PictureWish(format: .jpeg, longestSide: longestSide, keepsLocation: false)
        return try work(on: photo) { try picture(.jpeg, quality: Studio.qualities[0], $0, $1, wish) }
    }

    /// Works on the photo as it is and, when the program cannot read a HEIC, on what a decoder makes of it: upright pixels.
    private func work(on photo: JudgedImage, _ body: (Source, WorkFolder) throws -> [UInt8]) throws -> [UInt8] {
        let folder = try WorkFolder(below: folder)
        let input = try folder.write(photo.bytes, to: "in.\(photo.header.type.fileExtension)")
        do {
            return try body(Source(file: input, header: photo.header, isUpright: false), folder)
        } catch {
            guard photo.header.type == .heic, let heifDecoder else { throw error }
            let file = folder.file("decoded.png")
            let decoded = try folder.run(heifDecoder, [input, file], making: "decoded.png", within: deadline)
            return try body(Source(file: file, header: ImageHeader(decoded), isUpright: true), folder)
        }
    }

    private func picture(_ form: Picture.Form, quality: Int, _ source: Source, _ folder: WorkFolder, _ wish: PictureWish) throws
        -> [UInt8]
    {
        let name = "upright.\(form.rawValue)"
        // What a decoder says of the orientation is no longer true, so it goes with everything else that was written down.
        let output = Picture(
            file: folder.file(name), form: form, longestSide: wish.longestSide, quality: quality,
            isStripped: !wish.keepsLocation || source.isUpright)
        return try folder.run(maker.program, maker.arguments(from: source, to: output), making: name, within: deadline)
    }

    /// Nil when this encoder makes nothing of it: one that was built without HEVC is no reason to lose the photo of a day.
    private func heic(by encoder: String, _ source: Source, _ folder: WorkFolder, _ wish: PictureWish) throws -> [UInt8]? {
        _ = try picture(.png, quality: 100, source, folder, wish)
        let (upright, target) = (folder.file("upright.png"), folder.file("made.heic"))
        return try? firstSmallEnough(wish) { quality in
            try folder.run(
                encoder, ["-q", "\(quality)", "-p", "preset=ultrafast", upright, "-o", target], making: "made.heic",
                within: deadline)
        }
    }

    private func firstSmallEnough(_ wish: PictureWish, _ make: (Int) throws -> [UInt8]) throws -> [UInt8] {
        for quality in Studio.qualities {
            let made = try make(quality)
            if made.count <= wish.largestFile { return made }
        }
        throw Failure.conversionFailed("it stays larger than \(wish.largestFile) bytes")
    }
}
