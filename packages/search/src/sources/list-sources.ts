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
export async function listSources(
  roots: readonly string[],
): Promise<SourceListing & { readonly listed: readonly ListedFile[] }> {
  const { files: listed, problems } = await listSessionFiles(roots, { hasSubagents: true })
  return { files: toSources(listed), problems, listed }
}

/** Files that were listed as they are now, the newest first. */
export function toSources(listed: readonly ListedFile[]): readonly SourceFile[] {
  // Two names of one file, through a link, are one source.
  const byIdentity = new Map<string, Dated>()
  for (const one of listed) {
    const dated = toSource(one)
    if (dated && !byIdentity.has(dated.file.identity)) byIdentity.set(dated.file.identity, dated)
  }
  return [...byIdentity.values()].sort((one, other) => other.time - one.time).map(({ file }) => file)
}

type Dated = { readonly file: SourceFile; readonly time: number }

function toSource({ path, kind, key }: ListedFile): Dated | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stats?.isFile()) return undefined
  const file = {
    path,
    session: key.session,
    ...(kind === 'subagent' && { agent: basename(path, '.jsonl') }),
    identity: `${stats.dev}:${stats.ino}`,
    size: Number(stats.size),
    modified: String(stats.mtimeNs),
  }
  return { file, time: Number(stats.mtimeMs) }
}
