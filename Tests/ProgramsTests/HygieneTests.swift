import Kernel
import Programs
import Synchronization
import XCTest

final class HygieneTests: XCTestCase {
    func testRepeatedRunsLeakNoDescriptorsOrChildren() throws {
        let before = try openDescriptors()
        for round in 0..<200 {
            switch round % 4 {
            case 0: _ = try script("printf x", input: Array("y".utf8)).run()
            case 1: _ = try script("exec cat /dev/zero", outputLimit: 10).run()
            case 2: _ = try script("sleep 60", deadline: .zero).run()
            default: _ = try? ProgramCall("/nowhere/tool", input: [1]).run()
            }
        }
        XCTAssertEqual(try openDescriptors(), before)
        XCTAssertFalse(hasChildren())
    }

    func testEightConcurrentThreadsGetTheirOwnOutput() throws {
        let wrong = Mutex<[String]>([])
        let before = try openDescriptors()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<15 {
                let text = Array("\(thread).\(round) ".utf8)
                let input = [UInt8](repeatElement(text, count: 20_000).joined())
                do {
                    let result = try ProgramCall("/bin/cat", input: input, deadline: .seconds(60)).run()
                    if result.output != input || result.timedOut { wrong.withLock { $0.append("\(thread).\(round)") } }
                } catch {
                    wrong.withLock { $0.append("\(error)") }
                }
            }
        }
        XCTAssertEqual(wrong.withLock { $0 }, [])
        XCTAssertEqual(try openDescriptors(), before)
        XCTAssertFalse(hasChildren())
    }

    func testAChildInheritsNoDescriptorAndNoSignalSetting() throws {
        let before = [SIGPIPE, SIGINT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, action) in before { signal(number, action) } }
        XCTAssertEqual(try script("kill -PIPE $$").run().ending, .killed(signal: SIGPIPE))
        XCTAssertEqual(try script("kill -INT $$").run().ending, .killed(signal: SIGINT))
        XCTAssertEqual(try unexpectedDescriptors(inherited: inheritedDescriptors()), [], "descriptors in the child")
    }

    func testDescriptorsOfOneCallDoNotLeakIntoTheChildOfAnother() throws {
        let leaked = Mutex<[Int]>([])
        let inherited = inheritedDescriptors()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<100 {
                let unexpectedDescriptors = (try? unexpectedDescriptors(inherited: inherited)) ?? [-1]
                leaked.withLock { $0 += unexpectedDescriptors }
            }
        }
        XCTAssertEqual(leaked.withLock { $0 }, [])
    }

    func testWritingToADeadProgramRaisesNoSignal() throws {
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        XCTAssertEqual(
            try script("exec <&-; sleep 0.05", input: .init(repeating: 0, count: 1 << 20)).run().ending, .exited(0))
    }
}
