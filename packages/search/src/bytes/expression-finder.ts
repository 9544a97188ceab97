import { type ByteFinder, type BytePattern, type PatternByte, standsAt } from './byte-pattern.ts'

/** Looks for patterns by a regular expression: ready at once, on any processor. */
export function createExpressionFinder(patterns: readonly BytePattern[]): ByteFinder {
  const expression = new RegExp(patterns.map(toSource).join('|'), 'g')
  const isPlain = patterns.every(({ accepts }) => accepts === undefined)
  let bytes: Buffer = Buffer.alloc(0)
  let text = ''
  return {
    load(loaded) {
      bytes = loaded
      text = loaded.toString('latin1')
    },
    next(from) {
      expression.lastIndex = from
      for (let found = expression.exec(text); found; found = expression.exec(text)) {
        const { index } = found
        if (isPlain || patterns.some(pattern => standsAt(pattern, bytes, index))) return index
        expression.lastIndex = index + 1
      }
      return -1
    },
  }
}

function toSource({ bytes }: BytePattern): string {
  return bytes.map(toClass).join('')
}

/** A byte, or all that its loose bits make of it. */
function toClass({ value, loose }: PatternByte): string {
  if (loose === 0) return toCode(value)
  let codes = ''
  // Each set of the loose bits in turn, down to none.
  for (let bits = loose; ; bits = (bits - 1) & loose) {
    codes += toCode((value & ~loose) | bits)
    if (bits === 0) return `[${codes}]`
  }
}

function toCode(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`
}
