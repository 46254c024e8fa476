import Kernel
import Programs
import Progress

extension Rasterizer {
    /// Returns a rasterizer that runs `rsvg-convert`, or else `vips`. Both exchange data through
    /// pipes, without temporary files.
    ///
    /// - Parameter deadline: the time limit of the program.
    package static func machine(_ programs: ProgramPath, within deadline: Duration = .seconds(30)) -> Rasterizer {
        Rasterizer { drawing in
            let call =
                try programs.find("rsvg-convert").map { ($0, ["--format", "png"]) } ?? programs.find("vips").map {
                    ($0, ["copy", "stdin", ".png"])
                } ?? (programs.require("rsvg-convert", install: "apt-get install librsvg2-bin"), [])
            let result = try ProgramCall(call.0, call.1, input: Array(drawing.utf8), deadline: deadline).run()
                .succeeded()
            guard result.output.starts(with: pngSignature) else {
                let name = call.0.split(separator: "/").last ?? "?"
                throw Failure(
                    .drawingNotConverted, "“\(name)” could not convert the drawing to PNG.",
                    advice: "Write it as .svg instead, or update the program.")
            }
            return result.output
        }
    }

    /// The first bytes of every PNG file.
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}

extension Failure.Code {
    /// Thrown when the program that converts SVG returns something other than a PNG file.
    package static var drawingNotConverted: Self { Self() }
}
