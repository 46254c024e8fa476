import Composition
import DojangWiring

@main
enum Dojang {
    static func main() { App.main("dojang", App.dojang) }
}
