import { statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { isForeignAgent } from '@antiphon/core/log'
import type { KnownOriginal } from '@antiphon/readers'
import {
  type ArchiveSource,
  type ArchiveSourceFile,
  readSessionSummary,
  toSessionKey,
} from '@antiphon/transcript'
import { homeOf, type Io } from '../io.ts'
import { findConfigFolder } from '../person/config-folder.ts'
import type { Wanted } from './wanted-sessions.ts'

/** Sessions of other agents: what they wrote, and beside it the copy by which we read it. Whoever asks has brought the copies up to date. */
export async function* listForeignSources(
  io: Pick<Io, 'env'>,
  { wants }: Wanted,
  onProblem: (problem: { readonly path: string; readonly reason: string }) => void,
): AsyncGenerator<ArchiveSource, void, undefined> {
  const config = findConfigFolder(io.env, homeOf(io))
  if (config === null) return
  const folder = join(config, 'agents')
  // Loaded here, so that nobody waits for readers who has no other agent.
  const { listOriginals } = await import('@antiphon/readers')
  const { originals, problems } = await listOriginals({ env: io.env, home: homeOf(io), folder })
  problems.forEach(onProblem)
  for (const known of originals) {
    if (!isForeignAgent(known.agent) || !wants.agent(known.agent)) continue
    if (!wants.directory(known.head.cwd)) continue
    const source = toSource(known, join(folder, known.agent))
    if (source) yield source
  }
}

function toSource(
  { agent, place, original, head, copy, files, rows }: KnownOriginal,
  root: string,
): ArchiveSource | null {
  const key = toSessionKey(relative('projects', copy))
  if (!key) return null
  const path = join(root, copy)
  const title = async (): Promise<string> => {
    if (head.title !== undefined) return head.title
    const summary = await readSessionSummary({ kind: 'session', key, path, root })
    return summary.kind === 'problem' ? '' : (summary.title?.text ?? '')
  }
  return {
    ...{ agent, project: key.project, root: place, modifiedAt: original.modifiedAt },
    session: key.subpath === undefined ? key.session : basename(key.subpath),
    origin: { path: original.path, row: original.row },
    // A reader that learned something made another copy of the same.
    stamp: `${original.stamp} ${statSync(path, { throwIfNoEntry: false })?.size ?? 0}`,
    describe: async () => ({ cwd: head.cwd, title: await title() }),
    get files() {
      return [...listOriginalFiles({ files, rows, original }), toReading(path, copy)]
    },
  }
}

function toReading(path: string, copy: string): ArchiveSourceFile {
  return { role: 'reading', path, view: copy.split(sep).join('/') }
}

function listOriginalFiles({
  files,
  rows,
  original: { path, row },
}: Pick<KnownOriginal, 'files' | 'rows' | 'original'>): readonly ArchiveSourceFile[] {
  const text = rows()
  if (text === null) return files().map(file => ({ role: 'original', path: file, view: '' }))
  return [{ role: 'rows', path: `${path}#${row}.json`, view: '', content: Buffer.from(text) }]
}
