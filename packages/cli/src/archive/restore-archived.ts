import { existsSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { isForeignAgent } from '@antiphon/core/log'
import { ProgramError } from '@antiphon/host'
import {
  type ArchivedFile,
  type ArchiveManifest,
  type CatalogueEntry,
  type RestoredFile,
  readArchived,
  readCatalogue,
  restoreFiles,
} from '@antiphon/transcript'

/** What became of a session's files, and what a person should know of them. */
export type RestoredSession = {
  readonly session: string
  readonly files: readonly RestoredFile[]
  readonly notes: readonly string[]
}

export type RestoreFlags = { readonly to?: string; readonly partial?: true; readonly older?: number }

/** Brings the session back that a name means, with its subagents. */
export async function restoreArchived(
  folder: string,
  name: string,
  { to, partial, older = 0 }: RestoreFlags,
): Promise<RestoredSession> {
  const entries = await findEntries(folder, name)
  const files: RestoredFile[] = []
  const notes = new Set<string>()
  for (const entry of entries) {
    const manifest = await readVersion(entry, older)
    const wanted = manifest.files.filter(({ role }) => role !== 'reading')
    if (to === undefined && wanted.some(({ role }) => role === 'rows'))
      throw new ProgramError(
        'wrong-use',
        `${manifest.agent} keeps its sessions in a database, which nobody but it writes. Say --to FOLDER: what is written there can be imported (\`opencode import FILE\`).`,
      )
    files.push(
      ...(await restoreFiles(folder, manifest, wanted, {
        toPath: file => toPath(file, manifest, to),
        isPartial: partial === true,
        // Claude Code deletes by the time of the file: as old as it was, it would be gone again at the next start.
        modifiedAt: manifest.agent === 'claude-code' && to === undefined ? Date.now() : undefined,
      })),
    )
    if (manifest.isRedacted)
      notes.add('It was archived without secrets: where they were stands [redacted:…].')
  }
  return { session: entries[0]?.session ?? name, files, notes: [...notes] }
}

/** A session and, where each has a file of its own, its subagents. */
async function findEntries(folder: string, name: string): Promise<readonly CatalogueEntry[]> {
  const entries = await readCatalogue(folder)
  const same = entries.filter(({ session }) => session === name)
  const matching = same.length > 0 ? same : entries.filter(({ session }) => session.startsWith(name))
  const [first, ...others] = matching
  if (!first)
    throw new ProgramError(
      'unreadable',
      `No archived session begins with "${name}". \`antiphon archive list\` has them all.`,
    )
  if (others.some(({ session }) => session !== first.session))
    throw new ProgramError(
      'wrong-use',
      `"${name}" begins several ids: ${[...new Set(matching.map(({ session }) => session))].join(', ')}.`,
    )
  const below = `projects/${first.project}/${first.session}/`
  const subagents = entries.filter(
    ({ agent, files }) =>
      isForeignAgent(agent) && agent === first.agent && files.some(({ view }) => view.startsWith(below)),
  )
  // Of the same session in two places the one counts that is gone.
  const gone = matching.filter(({ origin }) => !existsSync(origin.path))
  return [...(gone.length > 0 ? gone : matching), ...subagents]
}

async function readVersion({ folder, session }: CatalogueEntry, older: number): Promise<ArchiveManifest> {
  const known = await readArchived(folder)
  const chosen = known?.versions[older]
  if (chosen?.manifest) return chosen.manifest
  throw new ProgramError(
    'unreadable',
    chosen
      ? `The manifest of ${session} ${chosen.problem}. \`--older ${older + 1}\` may be whole.`
      : `There are ${known?.versions.length ?? 0} versions of ${session}.`,
  )
}

function toPath(file: ArchivedFile, { root, session }: ArchiveManifest, to: string | undefined): string {
  if (to === undefined) return file.path
  if (file.role === 'rows') return join(resolve(to), `${session}.json`)
  const below = root === '' ? basename(file.path) : relative(root, file.path)
  return join(
    resolve(to),
    below === '' || below.startsWith('..') || isAbsolute(below) ? basename(file.path) : below,
  )
}
