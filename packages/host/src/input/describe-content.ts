/** What the head of a file looks like, for somebody who expected a session. */
export function describeContent(head: Uint8Array): string {
  const binary = SIGNATURES.find(({ magic }) => magic.every((byte, index) => head[index] === byte))
  if (binary) return binary.name
  if (head.includes(0)) return 'binary data'
  const text = new TextDecoder().decode(head).trimStart()
  return TEXTS.find(({ pattern }) => pattern.test(text))?.name ?? 'plain text'
}

const SIGNATURES: readonly { readonly name: string; readonly magic: readonly number[] }[] = [
  { name: 'a PNG image', magic: [0x89, 0x50, 0x4e, 0x47] },
  { name: 'a JPEG image', magic: [0xff, 0xd8, 0xff] },
  { name: 'a PDF document', magic: [0x25, 0x50, 0x44, 0x46] },
  { name: 'a zip archive', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'a zstd archive', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'a SQLite database', magic: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65] },
  { name: 'an executable', magic: [0x7f, 0x45, 0x4c, 0x46] },
  { name: 'UTF-16 text', magic: [0xff, 0xfe] },
  { name: 'UTF-16 text', magic: [0xfe, 0xff] },
]

const TEXTS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'a JSON object over several lines (JSON Lines has one object a line)', pattern: /^\{\s*\n/ },
  { name: 'a JSON array (JSON Lines has one object a line)', pattern: /^\[\s*(?:[[{"\]]|\n)/ },
  { name: 'a JSON object', pattern: /^\{/ },
  { name: 'HTML', pattern: /^<(?:!doctype html|html)/i },
  { name: 'XML', pattern: /^<\?xml/i },
  { name: 'a script', pattern: /^#!/ },
  { name: 'Markdown', pattern: /^(?:#{1,6} |---\n)/ },
]
