import Diary
import Interface
import Kernel
import Pictures

/// A screen that takes a photo and shows it before it is saved.
struct SnapScreen: Dialogue {
    /// A photo that is taken and not yet saved.
    private struct Shot {
        let bytes: [UInt8]
        let header: ImageHeader
        let isBlack: Bool
        let number: Int
    }

    private let camera: Camera
    private let save: @Sendable ([UInt8]) throws -> Output
    private var side: Camera.Side
    private var shot: Shot?
    private var shotCount = 0
    private var complaint: Failure?

    /// Creates the screen.
    ///
    /// - Parameter save: saves a photo and returns the output.
    init(_ camera: Camera, _ side: Camera.Side, save: @escaping @Sendable ([UInt8]) throws -> Output) {
        self.camera = camera
        self.side = side
        self.save = save
    }

    var view: DialogueView {
        guard let shot else {
            let blocks: [Block] = [
                .heading(StyledText("Take Photo", .title)),
                .paragraph(StyledText("With \(camera.name), \(side.rawValue).", .muted)),
            ]
            let keys = [KeyHint(.enter, "Capture"), KeyHint(.character("c"), "other camera"), KeyTable.quit()]
            return DialogueView(blocks + complaintBlocks, wanted: .key(keys), title: "grain: Take Photo", help: "snap")
        }
        let size = "\(shot.header.width) × \(shot.header.height), \(ByteSize(shot.bytes.count))"
        let blackWarning: [Block] =
            shot.isBlack ? [.paragraph(StyledText("It is black: is the lens covered, or is it dark?", .warning))] : []
        let keys = [
            KeyHint(.enter, "Use Photo"), KeyHint(.character("r"), "Retake"), KeyTable.quit("leave without it"),
        ]
        return DialogueView(
            [.heading(StyledText("Use Photo", .title)), .paragraph(StyledText(size, .muted))] + blackWarning
                + complaintBlocks,
            wanted: .key(keys), title: "grain: Use Photo", help: "snap",
            picture: .init("shot-\(shot.number)") { [bytes = shot.bytes] in bytes })
    }

    private var complaintBlocks: [Block] {
        guard let complaint else { return [] }
        let advice: [Block] =
            complaint.advice.isEmpty ? [] : [.paragraph(StyledText(declared: complaint.advice, .muted))]
        return [.paragraph(StyledText(declared: complaint.message, .warning))] + advice
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        guard case .key(let key) = event else { return event == .end ? .finish(Output()) : .stay }
        complaint = nil
        switch (key, shot) {
        case (.enter, let shot?): return .finish(try save(shot.bytes))
        case (.enter, nil), (.character("r"), _): capture()
        case (.character("c"), nil): side = side == .front ? .back : .front
        default: return .finish(Output(notice: "No photo was added."))
        }
        return .stay
    }

    /// Takes a photo. If that fails, the failure is shown and the user can try again.
    private mutating func capture() {
        shot = nil
        do {
            let bytes = try camera.take(side)
            let photo = try ValidatedImage(bytes)
            shotCount += 1
            shot = Shot(bytes: bytes, header: photo.header, isBlack: camera.isBlack(bytes) == true, number: shotCount)
        } catch let failure as Failure {
            complaint = failure
        } catch {
            complaint = Failure.cameraFailed("\(error)")
        }
    }
}
