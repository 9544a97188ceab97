import { rank } from './rank.ts'
import type { Suggester } from './suggester.ts'
import { readSymbols } from './symbol-index.ts'

/** Definitions of functions, classes and types by their names. */
export const suggestSymbols: Suggester = async (source, query, limit) => {
  const found = rank(await readSymbols(source), { nameOf: ({ name }) => name, query, limit })
  return found.map(({ name, kind, file, line }) => ({
    reference: { type: 'SymbolReference', name, symbolType: kind, file, line, displayType: 'TAG' },
    content: null,
    label: name,
    detail: `${file}:${line}`,
  }))
}
