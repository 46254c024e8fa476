/// The fixed parts of a Word document, other than its text (ECMA-376, parts 1 and 2).
enum WordPackage {
    static let xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    static let wordNamespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"
    private static let wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml"

    static let contentTypes = """
        \(xmlHead)<Types xmlns="\(package)/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
        <Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="\(wordType).document.main+xml"/>\
        <Override PartName="/word/styles.xml" ContentType="\(wordType).styles+xml"/>\
        <Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>
        """

    static let relationships = """
        \(xmlHead)<Relationships xmlns="\(package)/relationships"><Relationship Id="rId1" Type="\(office)/officeDocument" Target="word/document.xml"/>\
        <Relationship Id="rId2" Type="\(package)/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>
        """

    static let documentRelationships = """
        \(xmlHead)<Relationships xmlns="\(package)/relationships"><Relationship Id="rId1" Type="\(office)/styles" Target="styles.xml"/></Relationships>
        """

    static func properties(_ title: String) -> String {
        """
        \(xmlHead)<cp:coreProperties xmlns:cp="\(package)/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">\
        <dc:title>\(Escaper.markup(title))</dc:title></cp:coreProperties>
        """
    }

    /// Returns the style sheet, with sizes in half points and distances in twentieths of a point.
    static func styles(language: String) -> String {
        """
        \(xmlHead)<w:styles xmlns:w="\(wordNamespace)"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Noto Serif" \
        w:eastAsia="Noto Serif CJK KR"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="\(Escaper.markup(language))"/></w:rPr></w:rPrDefault>\
        <w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
        \(style("Normal", "Normal", isDefault: true))
        \(style("Title", "Title", "<w:spacing w:after=\"240\"/>", "<w:b/><w:sz w:val=\"40\"/><w:szCs w:val=\"40\"/>"))
        \((1...3).map(heading).joined(separator: "\n"))
        \(style("Remark", "Remark", "", "<w:color w:val=\"5F5F5F\"/>"))
        \(style("Fact", "Fact", "<w:spacing w:after=\"0\"/>"))
        \(style("Item", "Item", "<w:tabs><w:tab w:val=\"left\" w:pos=\"284\"/></w:tabs><w:spacing w:after=\"60\"/><w:ind w:left=\"284\" w:hanging=\"284\"/>"))
        \(style("Column", "Column", "<w:keepNext/><w:spacing w:after=\"0\"/>", "<w:b/>"))
        \(style("Cell", "Cell", "<w:spacing w:after=\"0\"/>"))
        </w:styles>
        """
    }

    private static func heading(_ level: Int) -> String {
        let size = [32, 26, 23][level - 1]
        return style(
            "Heading\(level)", "heading \(level)",
            "<w:keepNext/><w:spacing w:before=\"\(level == 1 ? 360 : 200)\" w:after=\"80\"/><w:outlineLvl w:val=\"\(level - 1)\"/>",
            "<w:b/><w:sz w:val=\"\(size)\"/><w:szCs w:val=\"\(size)\"/>")
    }

    private static func style(
        _ id: String, _ name: String, _ paragraphProperties: String = "", _ runProperties: String = "",
        isDefault: Bool = false
    ) -> String {
        let base = isDefault ? "" : "<w:basedOn w:val=\"Normal\"/>"
        return
            "<w:style w:type=\"paragraph\"\(isDefault ? " w:default=\"1\"" : "") w:styleId=\"\(id)\"><w:name w:val=\"\(name)\"/>\(base)<w:qFormat/>"
            + (paragraphProperties.isEmpty ? "" : "<w:pPr>\(paragraphProperties)</w:pPr>")
            + (runProperties.isEmpty ? "" : "<w:rPr>\(runProperties)</w:rPr>")
            + "</w:style>"
    }
}
