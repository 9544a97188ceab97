import { frame, unframe } from './cache-frame.ts'
import type { KnownFile } from './file-table.ts'
import type { ToolCall } from './scan-tool-calls.ts'
import type { KnownFiles } from './usage-cache.ts'

const FRAME = { name: 'antiphon calls', version: 1 } as const

/** The calls of every file of which they are known. */
export function encodeCalls(files: KnownFiles): readonly Uint8Array[] {
  const entries = Array.from(files, ([path, { state, calls }]): Entry | null => {
    const rows = calls?.map(({ id, name, resultTokens, at }) => [id, name, resultTokens, at] as const)
    return rows ? [path, state.size, state.tail, rows] : null
  })
  return frame(FRAME, [Buffer.from(JSON.stringify(entries.filter(entry => entry !== null)), 'utf8')])
}

/** The files, each with its calls where they are of what is known of it. */
export function decodeCalls(file: Buffer, files: KnownFiles): KnownFiles {
  const body = unframe(FRAME, file)
  if (typeof body === 'string') return files
  const found = new Map<string, KnownFile>(files)
  // The checksum says that it is what this version wrote.
  for (const [path, size, tail, rows] of JSON.parse(body.toString('utf8')) as readonly Entry[]) {
    const known = files.get(path)
    if (known?.state.size === size && known.state.tail === tail)
      found.set(path, { ...known, calls: rows.map(toCall) })
  }
  return found
}

type Entry = readonly [path: string, size: number, tail: number, rows: readonly CallRow[]]

type CallRow = readonly [id: string, name: string | null, resultTokens: number | null, at: string | null]

function toCall([id, name, resultTokens, at]: CallRow): ToolCall {
  return { id, name, resultTokens, at }
}
