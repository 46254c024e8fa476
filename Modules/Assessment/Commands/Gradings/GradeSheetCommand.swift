import Assessment
import Content
import Documents
import Interface
import Kernel
import Learning

/// The `grading sheet` command, which prints the requirements of a grading.
struct GradeSheetCommand {
    let gradings: @Sendable () throws -> Gradings

    var command: Command {
        let grade = ValueKind<Grade>(
            "GRADE", values: "10k … 1k, 1d …, or in words",
            candidates: { [gradings] _ in (try? gradings().lessons.book.belts.belts.map(\.id)) ?? [] }
        ) { [gradings] word, _ in try gradings().lessons.book.belts.belt(named: word).grade }
        return Command(
            "grading sheet", "Write a sheet to print: everything that the grading for a belt may ask",
            discussion: """
                Words with hangul and pronunciation, the pattern movement by movement, step sparring, line work, and theory with its answers. It is one web \
                page that needs nothing else: open it and print it on A4. Any belt may be named.
                """,
            examples: [
                .init("grading sheet --to sheet.html --replace", "for your next belt"),
                .init("grading sheet 8k --earlier --to -", "with the words of all earlier grades, to standard output"),
            ],
            .optionalArgument("belt", grade, "the belt that is graded for; your next one if left out"),
            .flag("earlier", "with the words of earlier grades too"),
            .destination(
                .option("to", .pageFile, "the file to write; left out, a pipe gets it"), suggesting: "--to sheet.html")
        ) { grade, isWhole, destination in
            let gradings = try gradings()
            let sheet = try gradings.sheet(for: grade, isWhole: isWhole)
            let page = GradeSheetPage(sheet: sheet, belts: gradings.lessons.book.belts).page
            return try destination.write(
                Array(page.html().utf8), "the sheet for \(gradings.lessons.book.title(of: sheet.target))")
        }
    }
}
