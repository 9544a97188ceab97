import { decodeView, type TextView } from './text-view.ts'

/** The text with one layer of escapes undone: those of JSON and shells, of addresses, of HTML. */
export function decodeLayer(view: TextView): TextView | null {
  if (!/[\\%&]/.test(view.text)) return null
  return decodeView(view, ESCAPE, ([all, unicode, byte, sign, percent, entity]) => {
    if (unicode !== undefined) return fromCode(unicode)
    if (byte !== undefined) return fromCode(byte)
    if (sign !== undefined) return SIGNS[sign] ?? sign
    if (percent !== undefined) return fromPercent(percent)
    if (entity !== undefined) return ENTITIES[entity] ?? null
    // A line that goes on behind a backslash.
    return all.startsWith('\\') ? '' : null
  })
}

const ESCAPE =
  /\\(?:u\{?([0-9a-fA-F]{4,6})\}?|x([0-9a-fA-F]{2})|(033|["'\\/nrtbfe`$])|\r?\n[ \t]{0,40})|%([0-9A-Fa-f]{2})|&(quot|apos|amp|lt|gt|nbsp|#0?39|#0?34|#x2[27fF]|#61|#x3[dD]);/g

const SIGNS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  e: '\u001b',
  '033': '\u001b',
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#34': '"',
  '#034': '"',
  '#x22': '"',
  '#x27': "'",
  '#x2f': '/',
  '#x2F': '/',
  '#61': '=',
  '#x3d': '=',
  '#x3D': '=',
}

function fromCode(hex: string): string | null {
  const code = Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** Only ASCII: bytes above it are parts of characters. */
function fromPercent(hex: string): string | null {
  const code = Number.parseInt(hex, 16)
  return code < 0x80 ? String.fromCharCode(code) : null
}
