/**
 * Corrects, in place, a value that was parsed from bytes taken as latin1: every string and key becomes the text
 * that its bytes are in UTF-8. Only right where no string came from an escape above U+007F.
 */
export function redecodeStrings(root: object): void {
  const open: object[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) redecodeItems(value, open)
    else redecodeFields(value, open)
  }
}

/** The text that the bytes of a latin1 string are in UTF-8, with U+FFFD in place of what is none. */
export function redecodeUtf8(latin1: string): string {
  return latin1.replace(NON_ASCII_RUN, decodeRun)
}

const NON_ASCII = /[\x80-\xff]/
const NON_ASCII_RUN = /[\x80-\xff]+/g

function redecodeItems(items: unknown[], open: object[]): void {
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (typeof item === 'string') items[index] = redecode(item)
    else if (typeof item === 'object' && item !== null) open.push(item)
  }
}

function redecodeFields(value: object, open: object[]): void {
  // What JSON.parse makes has string keys and no prototype chain of its own.
  const fields = value as Record<string, unknown>
  let hasOtherKeys = false
  for (const key in fields) {
    const field = fields[key]
    if (typeof field === 'string') {
      if (NON_ASCII.test(field)) fields[key] = redecodeUtf8(field)
    } else if (typeof field === 'object' && field !== null) open.push(field)
    if (NON_ASCII.test(key)) hasOtherKeys = true
  }
  if (hasOtherKeys) redecodeKeys(fields)
}

/** All keys are set anew, so that their order stays. */
function redecodeKeys(fields: Record<string, unknown>): void {
  const entries = Object.entries(fields)
  for (const [key] of entries) delete fields[key]
  for (const [key, field] of entries) {
    Object.defineProperty(fields, redecode(key), {
      value: field,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
}

function redecode(text: string): string {
  return NON_ASCII.test(text) ? redecodeUtf8(text) : text
}

/** Most runs are a character or two: cheaper to add up than to hand to a decoder. */
function decodeRun(run: string): string {
  let text = ''
  for (let index = 0; index < run.length; ) {
    const lead = run.charCodeAt(index)
    const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    let code = lead & (0x7f >> size)
    for (let next = index + 1; next < index + size; next++) {
      const byte = run.charCodeAt(next)
      if ((byte & 0xc0) !== 0x80) return decodeMalformed(run)
      code = (code << 6) | (byte & 0x3f)
    }
    if (lead < 0xc2 || !isMinimalScalar(code, size)) return decodeMalformed(run)
    text += String.fromCodePoint(code)
    index += size
  }
  return text
}

/** UTF-8 allows the shortest form of a character only, no surrogates, and nothing above U+10FFFF. */
function isMinimalScalar(code: number, size: number): boolean {
  if (size === 3) return code >= 0x800 && (code < 0xd800 || code > 0xdfff)
  return size === 2 ? code >= 0x80 : code >= 0x10000 && code <= 0x10ffff
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decodeMalformed(run: string): string {
  return decoder.decode(Uint8Array.from(run, character => character.charCodeAt(0)))
}
