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

function toClass({ value, loose }: PatternByte): string {
  const values = Array.from({ length: 256 }, (_, byte) => byte).filter(byte => (byte | loose) === value)
  return `[${values.map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}]`
}
