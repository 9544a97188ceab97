import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The logs of a session's subagents, which lie in a folder of its name beside it; none where there is no such folder. */
export async function findSubagentFiles(sessionPath: string): Promise<readonly string[]> {
  const folder = join(sessionPath.replace(/\.jsonl(?:\.gz)?$/, ''), 'subagents')
  // A file beside which nobody may look has no subagents that could be shown.
  const names = await readdir(folder).catch(() => [])
  return names
    .filter(name => /^agent-.+\.jsonl(?:\.gz)?$/.test(name))
    .sort()
    .map(name => join(folder, name))
}
