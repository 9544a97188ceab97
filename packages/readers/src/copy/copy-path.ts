import { join } from 'node:path'
import { toProjectKey } from '@antiphon/transcript'
import type { SessionHead } from '../reader.ts'

/** Where the copy of a session lies below the agent's root: as Claude Code would lay it out. */
export function toCopyPath({ session, owner, cwd }: SessionHead): string {
  const project = cwd === '' ? NO_PROJECT : toProjectKey(cwd)
  const folder = join('projects', project)
  if (owner === undefined) return join(folder, `${toFileName(session)}.jsonl`)
  return join(folder, toFileName(owner), 'subagents', `agent-${toFileName(session)}.jsonl`)
}

const NO_PROJECT = '-'

/** Ids come from files: none may lead out of the folder, nor look like a subagent's. */
function toFileName(id: string): string {
  const name = id
    .replaceAll(/[^\w.-]/g, '-')
    .replace(/^\.+/, '-')
    .slice(0, LONGEST)
  return name.startsWith('agent-') ? `s-${name}` : name || '-'
}

const LONGEST = 120
