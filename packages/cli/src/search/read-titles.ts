import { readSessionSummary } from '@antiphon/transcript'
import type { HitGroup } from './format-search.ts'

/** The groups with the titles of their sessions, by the rule of every list: each is read from the ends of its log. */
export async function readTitles(groups: readonly HitGroup[]): Promise<readonly HitGroup[]> {
  return await Promise.all(groups.map(readTitle))
}

async function readTitle(group: HitGroup): Promise<HitGroup> {
  const { path, id, isSubagent } = group
  const file = {
    kind: isSubagent ? 'subagent' : 'session',
    path,
    root: '',
    key: { project: '', session: id },
  } as const
  // What cannot be read any more was found nevertheless.
  const summary = await readSessionSummary(file).catch(() => undefined)
  if (!summary || summary.kind === 'problem' || !summary.title) return group
  return { ...group, title: summary.title.text }
}
