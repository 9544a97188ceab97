/** What `$'…'` means; `source` is what stands between the quotes. */
export function decodeAnsiString(source: string): string {
  const decoded = source.replaceAll(ESCAPE, (whole, hex, short, long, octal, control, other) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (short !== undefined || long !== undefined) return fromCodePoint(Number.parseInt(short ?? long, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f)
    return NAMED[other] ?? whole
  })
  // To the shell the text ends there.
  return decoded.split('\0', 1)[0] ?? ''
}

function fromCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

const ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g

const NAMED: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}
