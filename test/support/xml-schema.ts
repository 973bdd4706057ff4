import {XMLParser} from 'fast-xml-parser';

// Supports the part of XML Schema that the schema of the archives uses: named complex and simple types, sequences and
// choices with occurrences, attributes, enumerations and patterns. Throws on anything else.

/** A node as parsed by fast-xml-parser with `preserveOrder`: one key with the name, and `:@` for attributes. */
type Node = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
});

const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@')!;
const childrenOf = (node: Node) =>
  (node[nameOf(node)] as Node[]).filter((child) => !/^[#?]/.test(nameOf(child)));
const textOf = (node: Node) =>
  (node[nameOf(node)] as Node[])
    .map((child) => (nameOf(child) === '#text' ? String(child['#text']) : ''))
    .join('');
const attribute = (node: Node, name: string) =>
  (node[':@'] as Record<string, string> | undefined)?.[`@_${name}`];
const elementsOf = (xml: string) =>
  (parser.parse(xml) as Node[]).filter((node) => !/^[#?]/.test(nameOf(node)));

/** Validates a document against a schema. Returns one line per error; none if the document is valid. */
export function schemaErrors(schemaXml: string, documentXml: string): string[] {
  const schema = elementsOf(schemaXml)[0]!;
  const types = new Map<string, Node>();
  for (const node of childrenOf(schema)) {
    if (/^xs:(complex|simple)Type$/.test(nameOf(node))) types.set(attribute(node, 'name')!, node);
  }
  const roots = childrenOf(schema).filter((node) => nameOf(node) === 'xs:element');
  const faults: string[] = [];

  function occurrence(node: Node): string {
    const [least, most] = [attribute(node, 'minOccurs') ?? '1', attribute(node, 'maxOccurs') ?? '1'];
    return `{${least},${most === 'unbounded' ? '' : most}}`;
  }

  /**
   * A regular expression for the names of the child elements, each followed by a space. Adds their types to
   * `declared`.
   */
  function model(node: Node, declared: Map<string, string>): string {
    const kind = nameOf(node);
    if (kind === 'xs:element') {
      declared.set(attribute(node, 'name')!, attribute(node, 'type')!);
      return `(?:${attribute(node, 'name')} )${occurrence(node)}`;
    }
    const parts = childrenOf(node).map((child) => model(child, declared));
    if (kind === 'xs:sequence') return `(?:${parts.join('')})${occurrence(node)}`;
    if (kind === 'xs:choice') return `(?:${parts.join('|')})${occurrence(node)}`;
    throw new Error(`This check does not support ${kind}.`);
  }

  function checkText(type: string, text: string, path: string): void {
    if (type === 'xs:string') return;
    const [restriction] = childrenOf(types.get(type)!);
    const facets = childrenOf(restriction!);
    const values = facets.filter((facet) => nameOf(facet) === 'xs:enumeration');
    if (values.length > 0 && !values.some((facet) => attribute(facet, 'value') === text)) {
      faults.push(`${path}: "${text}" is none of the values`);
    }
    for (const facet of facets.filter((one) => nameOf(one) === 'xs:pattern')) {
      if (!new RegExp(`^(?:${attribute(facet, 'value')})$`, 'u').test(text)) {
        faults.push(`${path}: "${text}" is not of the form`);
      }
    }
    const unknown = facets.find((facet) => !/^xs:(enumeration|pattern)$/.test(nameOf(facet)));
    if (unknown) throw new Error(`This check does not support ${nameOf(unknown)}.`);
  }

  function checkElement(node: Node, typeName: string, path: string): void {
    const type = types.get(typeName);
    if (!type || nameOf(type) === 'xs:simpleType') {
      if (childrenOf(node).length > 0) faults.push(`${path}: it has elements where only text may be`);
      checkText(typeName, textOf(node), path);
      return;
    }
    const declared = new Map<string, string>();
    const particles = childrenOf(type).filter((child) => nameOf(child) !== 'xs:attribute');
    const pattern = particles.map((particle) => model(particle, declared)).join('');
    const children = childrenOf(node);
    const names = children.map((child) => `${nameOf(child)} `).join('');
    if (!new RegExp(`^${pattern}$`).test(names)) faults.push(`${path}: its children are ${names}`);
    if (textOf(node).trim() !== '') faults.push(`${path}: it has text between its elements`);
    for (const declaration of childrenOf(type).filter((child) => nameOf(child) === 'xs:attribute')) {
      const name = attribute(declaration, 'name')!;
      if (attribute(declaration, 'use') === 'required' && attribute(node, name) === undefined) {
        faults.push(`${path}: it has no attribute ${name}`);
      }
    }
    for (const [i, child] of children.entries()) {
      const childType = declared.get(nameOf(child));
      if (childType) checkElement(child, childType, `${path}/${nameOf(child)}[${i}]`);
    }
  }

  const [document] = elementsOf(documentXml);
  const root = roots.find((one) => attribute(one, 'name') === nameOf(document!));
  if (root) checkElement(document!, attribute(root, 'type')!, nameOf(document!));
  else faults.push(`the root ${nameOf(document!)} is not declared`);
  return faults;
}
