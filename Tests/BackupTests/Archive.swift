import Backup
import Kernel

/// Builds and modifies archives, also invalid ones.
enum Archive {
    typealias Member = (path: String, bytes: [UInt8])

    static func members(_ tar: [UInt8]) throws -> [Member] {
        var rest: [UInt8]? = tar
        var reader = TarReader { rest.take() }
        var members: [Member] = []
        while let entry = try reader.entry() {
            var bytes: [UInt8] = []
            try reader.read { bytes += $0 }
            members.append((entry.path, bytes))
        }
        return members
    }

    static func packed(_ members: [Member], sums: Bool = true) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = TarWriter { bytes += $0 }
        for member in members where !(sums && member.path.hasSuffix("SHA256SUMS")) {
            try writer.add(member.path, member.bytes, time: 0)
        }
        if sums {
            let lines = members.filter { !$0.path.hasSuffix("SHA256SUMS") }.map { member in
                SHA256.digest(member.bytes).hexadecimal + "  "
                    + member.path.split(separator: "/").dropFirst().joined(separator: "/") + "\n"
            }
            try writer.add("backup/SHA256SUMS", Array(lines.joined().utf8), time: 0)
        }
        try writer.finish()
        return bytes
    }

    static func changed(_ members: [Member], _ path: String, _ old: String, _ new: String) -> [Member] {
        members.map {
            (
                $0.path,
                $0.path == path
                    ? Array(String(decoding: $0.bytes, as: UTF8.self).replacing(old, with: new).utf8) : $0.bytes
            )
        }
    }
}
