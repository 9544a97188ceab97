import { lstat, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { ContextSource, ProjectFile } from './context-source.ts'
import { type FoundSymbol, findSymbols } from './find-symbols.ts'
import { SYMBOL_RULES } from './symbol-rules.ts'
import type { Workspace } from './workspace.ts'

export type PlacedSymbol = FoundSymbol & { readonly file: string }

/** The definitions in a chat's folders. Files are read again when they change; where time runs out, those of the rest come the next time. */
export async function readSymbols(source: ContextSource): Promise<readonly PlacedSymbol[]> {
  const known = indices.get(source.workspace) ?? new Map<string, ReadFile>()
  indices.set(source.workspace, known)
  const files = (await source.listFiles()).filter(isSource).slice(0, MAX_FILES)
  const symbols: PlacedSymbol[] = []
  for (let at = 0; at < files.length && !source.signal.aborted; at += AT_ONCE) {
    const read = await Promise.all(files.slice(at, at + AT_ONCE).map(file => readOne(file, known)))
    for (const one of read) symbols.push(...one)
    if (symbols.length > MAX_SYMBOLS) break
  }
  return symbols
}

const MAX_FILES = 5_000
const MAX_SYMBOLS = 100_000
const MAX_FILE_BYTES = 256 * 1024
const AT_ONCE = 32

type ReadFile = {
  readonly mtimeMs: number
  readonly size: number
  readonly symbols: readonly PlacedSymbol[]
}

const indices = new WeakMap<Workspace, Map<string, ReadFile>>()

function isSource({ path }: ProjectFile): boolean {
  return SYMBOL_RULES.has(toEnding(path))
}

async function readOne(
  { path, fullPath }: ProjectFile,
  known: Map<string, ReadFile>,
): Promise<readonly PlacedSymbol[]> {
  try {
    const stats = await lstat(fullPath)
    const { mtimeMs, size } = stats
    const last = known.get(fullPath)
    if (last && last.mtimeMs === mtimeMs && last.size === size) return last.symbols
    // A link may lead out of the chat's folders.
    const isRead = stats.isFile() && size <= MAX_FILE_BYTES
    const found = isRead ? findSymbols(await readFile(fullPath, 'utf8'), toEnding(path)) : []
    const symbols = found.map(symbol => ({ ...symbol, file: path }))
    known.set(fullPath, { mtimeMs, size, symbols })
    return symbols
  } catch {
    // It is gone, or somebody else's.
    return []
  }
}

function toEnding(path: string): string {
  return extname(path).slice(1).toLowerCase()
}
