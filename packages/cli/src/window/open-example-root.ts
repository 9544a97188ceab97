import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../package-file.ts'
import { shiftTimes } from './shift-times.ts'

/** A folder of sessions that goes when it is closed. */
export type ExampleRoot = { readonly root: string; readonly close: () => Promise<void> }

/**
 * The bundled sessions for somebody who has none yet, as if they were of the last days. They are copies: who continues
 * or mends one changes nothing that others see.
 */
export async function openExampleRoot(now: number): Promise<ExampleRoot> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-examples-'))
  const close = (): Promise<void> => rm(root, { recursive: true, force: true })
  try {
    await cp(BUNDLED, root, { recursive: true })
    for (const name of await readdir(root, { recursive: true }))
      if (name.endsWith('.jsonl')) await freshen(join(root, name), now)
    return { root, close }
  } catch (error) {
    await close()
    throw error
  }
}

const BUNDLED = fileURLToPath(packageFile('demo'))

async function freshen(path: string, now: number): Promise<void> {
  const { text, newest } = shiftTimes(await readFile(path, 'utf8'), now)
  await writeFile(path, text)
  await utimes(path, newest, newest)
}
