import Diary
import Kernel
import Pictures
import Terminal

/// Taking a photo and looking at it before it is kept.
struct SnapScreen: Dialogue {
    /// A photo that was taken and is not kept yet.
    private struct Shot {
        let bytes: [UInt8]
        let header: ImageHeader
        let isBlack: Bool
        let number: Int
    }

    private let camera: Camera
    private let use: @Sendable ([UInt8]) throws -> Output
    private var side: Camera.Side
    private var shot: Shot?
    private var taken = 0
    private var complaint: Failure?

    /// - Parameter use: keeps a photo.
    init(_ camera: Camera, _ side: Camera.Side, use: @escaping @Sendable ([UInt8]) throws -> Output) {
        (self.camera, self.side, self.use) = (camera, side, use)
    }

    var view: DialogueView {
        guard let shot else {
            let blocks: [Block] = [
                .heading(StyledText("Take Photo", .title)),
                .paragraph(StyledText("With \(camera.name), \(side.rawValue).", .muted)),
            ]
            let keys = [KeyHint(.enter, "Capture"), KeyHint(.character("c"), "other camera"), KeyTable.quit()]
            return DialogueView(blocks + said, wanted: .key(keys), title: "grain: Take Photo", help: "snap")
        }
        let size = "\(shot.header.width) × \(shot.header.height), \(ByteSize(shot.bytes.count))"
        let black: [Block] =
            shot.isBlack ? [.paragraph(StyledText("It is black: is the lens covered, or is it dark?", .warning))] : []
        let keys = [KeyHint(.enter, "Use Photo"), KeyHint(.character("r"), "Retake"), KeyTable.quit("leave without it")]
        return DialogueView(
            [.heading(StyledText("Use Photo", .title)), .paragraph(StyledText(size, .muted))] + black + said, wanted: .key(keys),
            title: "grain: Use Photo", help: "snap", picture: .init("shot-\(shot.number)") { [bytes = shot.bytes] in bytes })
    }

    private var said: [Block] {
        guard let complaint else { return [] }
        let advice: [Block] = complaint.advice.isEmpty ? [] : [.paragraph(StyledText(declared: complaint.advice, .muted))]
        return [.paragraph(StyledText(declared: complaint.message, .warning))] + advice
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        guard case .key(let key) = event else { return event == .end ? .finish(Output()) : .stay }
        complaint = nil
        switch (key, shot) {
        case (.enter, let shot?): return .finish(try use(shot.bytes))
        case (.enter, nil), (.character("r"), _): capture()
        case (.character("c"), nil): side = side == .front ? .back : .front
        default: return .finish(Output(notice: "No photo was added."))
        }
        return .stay
    }

    /// What goes wrong is said, and one can try again.
    private mutating func capture() {
        shot = nil
        do {
            let bytes = try camera.take(side)
            let photo = try JudgedImage(bytes)
            taken += 1
            shot = Shot(bytes: bytes, header: photo.header, isBlack: camera.isBlack(bytes) == true, number: taken)
        } catch let failure as Failure {
            complaint = failure
        } catch {
            complaint = Failure.cameraFailed("\(error)")
        }
    }
}
