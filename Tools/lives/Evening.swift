import Foundation

/// The laws of a day.
struct Evening {
    private let visit: Visit
    private var machine: Machine { visit.machine }

    init(_ visit: Visit) { self.visit = visit }

    func judge() throws {
        try doctorIsClean()
        try lookingChangesNothing()
        try startsAtOnce()
        erasedIsGone()
    }

    private func breaks(_ law: Law, _ what: String) { machine.diary.breaks(law, what) }

    private func doctorIsClean() throws {
        let said = try machine.run(visit.app, ["doctor"])
        guard said.status == 0, said.output.contains("All is well.") else {
            return breaks(.clean, "status \(said.status): \(said.output)\(said.errors)")
        }
    }

    /// Looking is no reason to grow: after a look at everything the folders are as they were, but for a little that is remembered.
    private func lookingChangesNothing() throws {
        let before = sizes()
        for words in [[], ["help"], ["doctor"], ["about"]] { _ = try machine.run(visit.app, words) }
        for (folder, size) in sizes() where size > before[folder, default: 0] + 16_384 {
            breaks(.grows, "\(folder) grew from \(before[folder, default: 0]) to \(size) bytes while somebody looked")
        }
    }

    /// Processor time, as others may be busy on this machine; what is built to be tested is slower than what people get.
    private func startsAtOnce() throws {
        #if DEBUG
            let limit = 0.240
        #else
            let limit = 0.060
        #endif
        let seconds = try machine.startTime(of: visit.app)
        if seconds > limit { breaks(.starts, "\(visit.app) took \(Int(seconds * 1000)) ms") }
    }

    private func erasedIsGone() {
        for path in files(below: machine.home) + files(below: machine.scratch) + files(below: machine.board) {
            guard !visit.gone.isEmpty, let data = FileManager.default.contents(atPath: path) else { continue }
            for word in visit.gone where data.range(of: Data(word.utf8)) != nil || path.contains(word) {
                breaks(.gone, "\(word) stands in \(path)")
            }
        }
    }

    /// Bytes in each folder right below the apps' own.
    private func sizes() -> [String: Int] {
        var sizes: [String: Int] = [:]
        for path in files(below: machine.home) {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            sizes[folder, default: 0] += (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }
        return sizes
    }

    private func files(below folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
}
