"""The style of a list with bullets, made in documents that do not have it."""

from __future__ import annotations

from typing import Any

NUMBERING = "/word/numbering.xml"
BULLET_XML = (
    '<w:abstractNum xmlns:w="{ns}" w:abstractNumId="{number}"><w:multiLevelType w:val="singleLevel"/>'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/>'
    '<w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>'
)
NUM_XML = '<w:num xmlns:w="{ns}" w:numId="{number}"><w:abstractNumId w:val="{abstract}"/></w:num>'


def ready_for_bullets(document: Any, name: str) -> Any:
    """The paragraph style of that name; one with a bullet is made where the document has none."""
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    if name in document.styles:
        return document.styles[name]
    style = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    properties = style.element.get_or_add_pPr()
    numbered = OxmlElement("w:numPr")
    number = OxmlElement("w:numId")
    number.set(qn("w:val"), str(_bullet_of(document)))
    numbered.append(number)
    properties.append(numbered)
    return style


def _bullet_of(document: Any) -> int:
    """The number of a new definition of a list in a document."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsmap, qn

    numbering = _numbering_of(document)
    abstracts, numbers = numbering.findall(qn("w:abstractNum")), numbering.findall(qn("w:num"))
    abstract = 1 + max((int(each.get(qn("w:abstractNumId"))) for each in abstracts), default=0)
    number = 1 + max((int(each.get(qn("w:numId"))) for each in numbers), default=0)
    numbering.insert(len(abstracts), parse_xml(BULLET_XML.format(ns=nsmap["w"], number=abstract)))
    last = numbering.findall(qn("w:abstractNum"))[-1] if not numbers else numbers[-1]
    last.addnext(parse_xml(NUM_XML.format(ns=nsmap["w"], number=number, abstract=abstract)))
    return number


def _numbering_of(document: Any) -> Any:
    """The element with all definitions of lists; the part is made where there is none."""
    from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
    from docx.opc.packuri import PackURI
    from docx.oxml.ns import nsmap
    from docx.parts.numbering import NumberingPart

    part = document.part
    if not any(each.reltype == RELATIONSHIP_TYPE.NUMBERING for each in part.rels.values()):
        empty = f'<w:numbering xmlns:w="{nsmap["w"]}"/>'.encode()
        made = NumberingPart.load(PackURI(NUMBERING), CONTENT_TYPE.WML_NUMBERING, empty, part.package)
        part.relate_to(made, RELATIONSHIP_TYPE.NUMBERING)
    return part.numbering_part.element
