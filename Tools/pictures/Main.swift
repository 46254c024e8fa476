import Interface
import Kernel

/// Draws a terminal screen as SVG on standard output, from the output of `tmux capture-pane -e` on
/// standard input.
@main
struct Pictures {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3, let columns = Int(arguments[1]), let rows = Int(arguments[2]), columns > 0, rows > 0
        else {
            print("usage: pictures COLUMNS ROWS dark|light < what tmux capture-pane -e gives")
            exit(64)
        }
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        print(TerminalDrawing(lines, columns: columns, rows: rows, isDark: arguments[3] != "light").svg)
    }
}
