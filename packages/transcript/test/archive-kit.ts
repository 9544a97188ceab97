import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArchiveSource } from '../src/archive/archive-session.ts'

/** A session of some files below a home; the first is its log. */
export async function putSession(
  home: string,
  session: string,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<ArchiveSource> {
  const paths = Object.keys(files).map(name => join(home, 'projects/p', name))
  for (const [index, bytes] of Object.values(files).entries()) {
    const path = paths[index] ?? ''
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  const log = paths[0] ?? ''
  return {
    ...{ agent: 'claude-code', project: 'p', session, root: home, modifiedAt: statSync(log).mtimeMs },
    origin: { path: log, row: '' },
    stamp: `${statSync(log).size}`,
    describe: async () => ({ cwd: '/work', title: session }),
    files: paths.map((path, index) => ({
      ...({ role: index === 0 ? 'log' : 'beside', path, view: '' } as const),
    })),
  }
}

/** Lines that compress as logs do, each another one. */
export function logLines(count: number, seed: number): Buffer {
  return Buffer.from(
    Array.from(
      { length: count },
      (_, at) =>
        `${JSON.stringify({ uuid: `${seed}-${at}`, text: `word ${(at * 7919 + seed) % 10_007} `.repeat(70) })}\n`,
    ).join(''),
  )
}
