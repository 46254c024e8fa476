import Kernel
import Programs
import Vault

/// The key ring of the Linux kernel, by the program `keyctl`. Secrets stay in kernel memory for the
/// session or the user, and expire.
package struct SystemRing: KeyRing {
    private let programs: ProgramPath

    /// The session ring first. Without one from a login, the ring of all sessions of this user.
    private static let rings = ["@s", "@us"]

    package init(_ programs: ProgramPath) { self.programs = programs }

    package var unavailableReason: String? {
        programs.find("keyctl") == nil ? "the program “keyctl” is not installed (apt-get install keyutils)." : nil
    }

    package func store(_ secret: String, as name: String, seconds: Int) throws {
        forget(name)
        for ring in SystemRing.rings {
            guard let id = number(run(["padd", "user", name, ring], input: secret)) else { continue }
            // In a session without a ring, the program had a temporary one. Other processes do not
            // see the key then.
            guard run(["timeout", id, "\(seconds)"]) != nil, self.secret(name) == secret else {
                _ = run(["revoke", id])
                continue
            }
            return
        }
        throw Failure(
            .vaultNoRing, "The key ring of the system does not take the key of this session.",
            advice: "Put the passphrase into the variable that `unlock --help` names.", kind: .cannotCreate)
    }

    package func secret(_ name: String) -> String? {
        if let output = run(["pipe", "%user:\(name)"]), !output.isEmpty { return output }
        // A key of the same name may be about to expire.
        return key(name).flatMap { run(["pipe", $0]) }
    }

    package func forget(_ name: String) {
        for _ in SystemRing.rings {
            guard let id = key(name) else { return }
            if run(["revoke", id]) == nil { return }
        }
    }

    /// Returns the ID of the key with a name, if a ring has one.
    private func key(_ name: String) -> String? {
        SystemRing.rings.lazy.compactMap { number(run(["search", $0, "user", name])) }.first
    }

    /// Returns the ID that the program has printed, or nil for other output.
    private func number(_ output: String?) -> String? {
        let word = output?.withoutWhitespace ?? ""
        return !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isNumber } ? word : nil
    }

    /// Returns the program's output, or nil if it fails.
    private func run(_ arguments: [String], input: String = "") -> String? {
        guard let program = programs.find("keyctl") else { return nil }
        let call = ProgramCall(
            program, arguments, input: Array(input.utf8), deadline: .seconds(5), outputLimit: 4_096, environment: [:])
        guard let result = try? call.run(), result.ending == .exited(0), !result.timedOut, !result.truncated else {
            return nil
        }
        return result.text
    }
}

extension String { fileprivate var withoutWhitespace: String { split(whereSeparator: \.isWhitespace).joined() } }
