import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file whose words the agent knows from the start. */
export type MemoryPlace = { readonly path: string; readonly label: string }

/** The files to which a person can add: the project's, their own for it, and their own for everything. */
export function listMemoryPlaces(cwd: string, configFolder: string | null): readonly MemoryPlace[] {
  return [
    { path: join(cwd, 'CLAUDE.md'), label: './CLAUDE.md' },
    { path: join(cwd, 'CLAUDE.local.md'), label: './CLAUDE.local.md' },
    ...(configFolder === null
      ? []
      : [{ path: join(configFolder, 'CLAUDE.md'), label: join(configFolder, 'CLAUDE.md') }]),
  ]
}

/** Adds a line to such a file. */
export async function addMemory(path: string, words: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const before = await readFile(path, 'utf8').catch(() => '')
  const end = before === '' || before.endsWith('\n') ? '' : '\n'
  await writeFile(path, `${before}${end}- ${words}\n`)
}
