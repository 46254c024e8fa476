import Attainment
import Kernel
import Programs

extension Rasterizer {
    /// `rsvg-convert`, else `vips`: both read the drawing from us and give the picture to us, so nothing lies in a file meanwhile.
    ///
    /// - Parameter deadline: as long as the program may take.
    public static func machine(_ programs: Programs, within deadline: Duration = .seconds(30)) -> Rasterizer {
        Rasterizer { drawing in
            let call =
                try programs.find("rsvg-convert").map { ($0, ["--format", "png"]) } ?? programs.find("vips").map {
                    ($0, ["copy", "stdin", ".png"])
                } ?? (programs.require("rsvg-convert", install: "apt-get install librsvg2-bin"), [])
            let made = try ProgramCall(call.0, call.1, input: Array(drawing.utf8), deadline: deadline).run().succeeded()
            guard made.output.starts(with: signature) else {
                let name = call.0.split(separator: "/").last ?? "?"
                throw Failure(
                    .drawingNotConverted, "“\(name)” made no PNG of the drawing.",
                    advice: "Write it as .svg instead, or update the program.")
            }
            return made.output
        }
    }

    /// How every PNG begins.
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}

extension Failure.Code {
    package static var drawingNotConverted: Self { Self() }
}
