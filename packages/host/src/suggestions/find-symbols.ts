import { SYMBOL_RULES } from './symbol-rules.ts'

/** A definition in a source file. */
export type FoundSymbol = { readonly name: string; readonly kind: string; readonly line: number }

/** The definitions in a text by the looks of its lines, as many as may be; none for an ending that is not known. */
export function findSymbols(text: string, ending: string): readonly FoundSymbol[] {
  const rules = SYMBOL_RULES.get(ending.toLowerCase()) ?? []
  const found: FoundSymbol[] = []
  if (rules.length === 0) return found
  let number = 0
  for (const line of text.split('\n')) {
    number++
    // What is longer was made by a program; long lines would make patterns slow.
    if (line.length > MAX_LINE_UNITS || line.length < MIN_LINE_UNITS) continue
    for (const [kind, pattern] of rules) {
      const name = pattern.exec(line)?.[1]
      if (name === undefined || WORDS.has(name)) continue
      found.push({ name, kind, line: number })
      break
    }
    if (found.length >= MAX_SYMBOLS) break
  }
  return found
}

const MAX_LINE_UNITS = 300
const MIN_LINE_UNITS = 5
const MAX_SYMBOLS = 500

/** Words that look like names of functions: `if (…) {`. */
const WORDS: ReadonlySet<string> = new Set(
  'if else for while switch catch return new throw do try finally with sizeof typeof await yield super this'.split(
    ' ',
  ),
)
