import Foundation

/// The checks that run at the end of a day.
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

    /// Checks that reading commands leave the folders at their size, apart from 16,384 bytes for
    /// remembered state.
    private func lookingChangesNothing() throws {
        let before = sizes()
        for words in [[], ["help"], ["doctor"], ["about"]] { _ = try machine.run(visit.app, words) }
        for (folder, size) in sizes() where size > before[folder, default: 0] + 16_384 {
            breaks(.grows, "\(folder) grew from \(before[folder, default: 0]) to \(size) bytes while somebody looked")
        }
    }

    /// Checks the processor time of a start, since other processes may occupy this machine.
    ///
    /// A debug build has a higher limit, because it is slower than the release build.
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

    /// Returns the size of each folder below the home, in bytes.
    private func sizes() -> [String: Int] {
        var sizes: [String: Int] = [:]
        for path in files(below: machine.home) {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            sizes[folder, default: 0] += (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }
        return sizes
    }

    private func files(below folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
            .filter {
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
            }
    }
}
