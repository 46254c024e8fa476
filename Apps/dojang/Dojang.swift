import Composition

@main
enum Dojang {
    static func main() { App.main("dojang", App.dojang) }
}
