import { basename, dirname, join, relative, resolve } from 'node:path'
import type { FoundSession } from '@antiphon/host'
import { inputName, ProgramError, STDIN } from '@antiphon/host'
import { type SessionKey, toSessionKey } from '@antiphon/transcript'

/** A file as a log of a store: its key, and the folder below which the store keeps logs. */
export type ForkSource = { readonly key: SessionKey; readonly projects: string }

/** Finds the log that a file is; a file outside the layout is one in the folder where it lies. */
export function findForkSource({ path, root }: FoundSession): ForkSource {
  const name = inputName(path)
  if (path === STDIN) throw new ProgramError('wrong-use', 'A fork needs a file, and standard input is none.')
  if (path.endsWith('.gz'))
    throw new ProgramError('wrong-use', `${name} is packed. Unpack it first: gunzip -k ${name}`)
  const absolute = resolve(path)
  const folder = dirname(absolute)
  const projects = root === null ? dirname(folder) : join(resolve(root), 'projects')
  const key = toSessionKey(
    root === null ? join(basename(folder), basename(path)) : relative(projects, absolute),
  )
  if (!key) throw new ProgramError('wrong-use', `${name} is no session: its name has to end in .jsonl.`)
  return { key, projects }
}
