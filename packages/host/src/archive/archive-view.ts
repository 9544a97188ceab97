import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { isForeignAgent } from '@antiphon/core/log'
import { LEDGER_FILE } from '@antiphon/readers/places'
import {
  type ArchivedFile,
  type ArchiveManifest,
  type CatalogueEntry,
  makeFolder,
  readArchived,
  readCatalogue,
  restoreFiles,
} from '@antiphon/transcript'
import { ARCHIVE_VIEW_FILE } from '../person/refuse-copy.ts'
import { listTrash } from '../person/trash.ts'

/** Sessions of which nothing is left but what the archive has, as files for whoever reads. */
export type ArchiveView = {
  /** Folders with `projects`, beside the person's own. */
  readonly roots: readonly string[]
  /** The logs that are in the archive alone. */
  readonly paths: ReadonlySet<string>
  /** Sessions for which the view has no room. */
  readonly leftOut: number
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

export type ArchiveViewOptions = {
  readonly folder: string
  /** The person's roots: what is deleted below them is not shown. */
  readonly roots: readonly string[]
  /** Where copies of other agents' sessions are. */
  readonly agentsFolder: string | null
  readonly wantsAgent: (agent: string) => boolean
  readonly mostBytes: number
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Unpacks what is gone where it was, once; takes out of the view what is back. */
export async function openArchiveView(options: ArchiveViewOptions): Promise<ArchiveView> {
  const { folder, mostBytes, onProgress, signal } = options
  const entries = await readCatalogue(folder)
  if (entries.length === 0) return EMPTY
  const trashed = new Set(
    (await listTrash(options.roots)).map(({ root, key }) => `${root}\0${key.project}\0${key.session}`),
  )
  const shown = entries
    .filter(({ agent, deletedAt }) => deletedAt === undefined && options.wantsAgent(agent))
    .filter(({ root, project, session }) => !trashed.has(`${root}\0${project}\0${session}`))
    .flatMap(entry => toShown(entry, options) ?? [])
    .filter(isGone)
    .toSorted((one, other) => other.entry.modifiedAt - one.entry.modifiedAt)
  const { fitting, leftOut } = fit(shown, mostBytes)
  tidy(folder, new Set(fitting.flatMap(({ files }) => files.map(({ to }) => to))))
  const missing = fitting.filter(one => one.files.some(file => isMissing(one, file)))
  const total = missing.reduce((sum, { entry }) => sum + entry.bytes, 0)
  const problems: { readonly path: string; readonly reason: string }[] = []
  let done = 0
  for (const one of missing) {
    signal?.throwIfAborted()
    problems.push(...(await unpack(folder, one)))
    done += one.entry.bytes
    onProgress?.(done, total)
  }
  return {
    roots: [...new Set(fitting.map(({ root }) => root))],
    paths: new Set(fitting.flatMap(({ files }) => files.map(({ to }) => to))),
    leftOut,
    problems,
  }
}

const EMPTY: ArchiveView = { roots: [], paths: new Set(), leftOut: 0, problems: [] }

/** Where a root of the person's has what is in the archive alone; agents are told apart by the name of the folder. */
export function toViewRoot(folder: string, root: string): string {
  const mark = createHash('sha256').update(root).digest('hex').slice(0, 8)
  return join(folder, 'view', mark, basename(root))
}

type Shown = {
  readonly entry: CatalogueEntry
  readonly root: string
  readonly files: readonly (CatalogueEntry['files'][number] & { readonly to: string })[]
}

function toShown(
  entry: CatalogueEntry,
  { folder, agentsFolder }: Pick<ArchiveViewOptions, 'folder' | 'agentsFolder'>,
): Shown | null {
  const isForeign = isForeignAgent(entry.agent)
  if (isForeign && agentsFolder === null) return null
  const root = isForeign ? join(agentsFolder ?? '', entry.agent) : toViewRoot(folder, entry.root)
  // Names come from a file; what leads elsewhere is not written.
  const files = entry.files
    .map(file => ({ ...file, to: join(root, ...file.view.split('/')) }))
    .filter(({ to }) => to.startsWith(`${join(root, 'projects')}${sep}`))
  return files.length > 0 ? { entry, root, files } : null
}

function isGone({ entry: { origin } }: Shown): boolean {
  return !existsSync(origin.path)
}

/** A copy of another agent's session may be newer than what was archived of it: one that is there is left alone. */
function isMissing({ entry }: Pick<Shown, 'entry'>, { to, size }: Shown['files'][number]): boolean {
  const stats = statSync(to, { throwIfNoEntry: false })
  return !stats || (!isForeignAgent(entry.agent) && stats.size !== size)
}

function fit(
  shown: readonly Shown[],
  mostBytes: number,
): { readonly fitting: readonly Shown[]; readonly leftOut: number } {
  let bytes = 0
  const fitting = shown.filter(({ entry }) => {
    bytes += entry.bytes
    return bytes <= mostBytes
  })
  return { fitting, leftOut: shown.length - fitting.length }
}

async function unpack(folder: string, { entry, root, files }: Shown): Promise<ArchiveView['problems']> {
  const manifest = await readNewest(entry)
  if (!manifest) return [{ path: entry.folder, reason: 'has no manifest that can be read' }]
  makeFolder(root)
  const mark = join(root, isForeignAgent(entry.agent) ? LEDGER_FILE : ARCHIVE_VIEW_FILE)
  if (!existsSync(mark)) writeFileSync(mark, '{}\n', { mode: 0o600 })
  const places = new Map(files.map(({ path, to }) => [path, to]))
  const missing = new Set(files.filter(file => isMissing({ entry }, file)).map(({ path }) => path))
  const wanted = manifest.files.filter(({ path, view }) => view !== '' && missing.has(path))
  const toPath = ({ path }: ArchivedFile): string => places.get(path) ?? ''
  // What is there and other than it should be is a memory of an older version.
  for (const file of wanted) rmSync(toPath(file), { force: true })
  // A damaged one is shown as far as it goes: whoever reads logs tells of lines that are no lines.
  const restored = await restoreFiles(folder, manifest, wanted, { toPath, isPartial: true })
  return restored
    .filter(({ damage }) => damage.length > 0)
    .map(({ path }) => ({ path, reason: 'is damaged in the archive; `antiphon archive check` tells where' }))
}

/** The manifest that the catalogue tells of; another one if it was replaced meanwhile. */
export async function readNewest({
  folder,
}: Pick<CatalogueEntry, 'folder'>): Promise<ArchiveManifest | null> {
  const known = await readArchived(folder)
  return known?.versions.find(({ manifest }) => manifest !== null)?.manifest ?? null
}

/** Takes out of the view what is no longer part of it. */
function tidy(folder: string, expected: ReadonlySet<string>): void {
  const view = join(folder, 'view')
  if (!existsSync(view)) return
  for (const entry of readdirSync(view, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isInside = relative(view, path).split(sep)[2] === 'projects'
    if (entry.isFile() && isInside && !expected.has(path)) rmSync(path, { force: true })
  }
}
