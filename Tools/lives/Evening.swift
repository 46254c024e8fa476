import Foundation

/// The checks that run at the end of a day.
struct Evening {
    private let visit: Visit
    private var machine: Machine { visit.machine }

    init(_ visit: Visit) { self.visit = visit }

    func check() throws {
        try checkDoctor()
        try checkReadingKeepsSizes()
        try checkStartTime()
        checkErasedWords()
    }

    private func reportBroken(_ law: Law, _ cause: String) { machine.diary.reportBroken(law, cause) }

    private func checkDoctor() throws {
        let result = try machine.run(visit.app, ["doctor"])
        guard result.status == 0, result.output.contains("All is well.") else {
            return reportBroken(.clean, "status \(result.status): \(result.output)\(result.errors)")
        }
    }

    /// Checks that reading commands leave the folders at their size, apart from 16,384 bytes for
    /// remembered state.
    private func checkReadingKeepsSizes() throws {
        let before = sizes()
        for words in [[], ["help"], ["doctor"], ["about"]] { _ = try machine.run(visit.app, words) }
        for (folder, size) in sizes() where size > before[folder, default: 0] + 16_384 {
            reportBroken(
                .grows, "\(folder) grew from \(before[folder, default: 0]) to \(size) bytes during reading commands")
        }
    }

    /// Checks the processor time of a start, since other processes may occupy this machine.
    ///
    /// A debug build has a higher limit, because it is slower than the release build.
    private func checkStartTime() throws {
        #if DEBUG
            let limit = 0.240
        #else
            let limit = 0.060
        #endif
        let seconds = try machine.startTime(of: visit.app)
        if seconds > limit { reportBroken(.starts, "\(visit.app) took \(Int(seconds * 1000)) ms") }
    }

    private func checkErasedWords() {
        for path in files(below: machine.home) + files(below: machine.scratch) + files(below: machine.board) {
            guard !visit.erasedWords.isEmpty, let data = FileManager.default.contents(atPath: path) else { continue }
            for word in visit.erasedWords where data.range(of: Data(word.utf8)) != nil || path.contains(word) {
                reportBroken(.gone, "\(path) contains \(word)")
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
