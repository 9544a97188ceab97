import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The log of which a file is the copy of a fix, by its name, such as `session.jsonl.20261115T101500Z.tmp`; null for others. */
export function readRepairedLog(name: string): string | null {
  return /^(.+)\.\d{8}T\d{6}Z(?:-\d+)?\.tmp$/.exec(name)?.[1] ?? null
}

/** Removes what earlier fixes of a log left that were killed: only for who holds its lease. */
export async function removeRepairCopies(path: string): Promise<void> {
  for (const name of await readdir(dirname(path)))
    if (readRepairedLog(name) === basename(path)) await rm(join(dirname(path), name), { force: true })
}
