import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type DiscoveryProblem, type ListedFile, listSessionFiles } from '@antiphon/transcript'
import type { SourceFile } from './source-file.ts'

export type SourceListing = {
  /** The newest first. */
  readonly files: readonly SourceFile[]
  readonly problems: readonly DiscoveryProblem[]
}

/** Every log below the roots, subagents included; what vanishes meanwhile is left out. */
export async function listSources(roots: readonly string[]): Promise<SourceListing> {
  const { files, problems } = await listSessionFiles(roots, { hasSubagents: true })
  // Two names of one file, through a link, are one source.
  const byIdentity = new Map<string, SourceFile>()
  for (const listed of files) {
    const file = toSource(listed)
    if (file && !byIdentity.has(file.identity)) byIdentity.set(file.identity, file)
  }
  return { files: [...byIdentity.values()], problems }
}

function toSource({ path, kind, key }: ListedFile): SourceFile | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stats?.isFile()) return undefined
  return {
    path,
    session: key.session,
    ...(kind === 'subagent' && { agent: basename(path, '.jsonl') }),
    identity: `${stats.dev}:${stats.ino}`,
    size: Number(stats.size),
    modified: String(stats.mtimeNs),
  }
}
