import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { readPlainFile } from '../files/read-plain-file.ts'
import { parseTolerantJson } from '../text/parse-tolerant-json.ts'
import { personFolder } from './person-folder.ts'

type TrustPlace = {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Whether a person has said that this folder's own files may decide what runs: in Claude Code's dialog, whose answers
 * are shared. A folder below a trusted one is another: somebody else's archive may have been unpacked there.
 */
export async function isFolderTrusted(place: TrustPlace): Promise<boolean> {
  // At home the project's settings are the person's.
  if (join(place.cwd, '.claude') === personFolder(place)) return true
  // Claude Code keeps much else in that file.
  const read = await readPlainFile(trustFile(place), { root: null, maximumBytes: 256 * 1_048_576 })
  const parsed = parseTolerantJson(read && 'text' in read ? read.text : '')
  const projects = 'value' in parsed && isObject(parsed.value) ? parsed.value.projects : undefined
  if (!isObject(projects)) return false
  return Object.entries(projects).some(
    ([path, project]) =>
      toKey(path) === toKey(place.cwd) && isObject(project) && project.hasTrustDialogAccepted === true,
  )
}

/** What a person does to trust a folder. */
export function explainTrust(place: TrustPlace): string {
  const entry = `projects[${JSON.stringify(toKey(place.cwd))}].hasTrustDialogAccepted`
  return `read it, and if you trust it start with --trust, or set ${entry} to true in ${trustFile(place)}`
}

function trustFile({ home, env }: TrustPlace): string {
  return join(env.CLAUDE_CONFIG_DIR || home, '.claude.json')
}

/** Claude Code writes paths of Windows with slashes. */
function toKey(path: string): string {
  return path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
}
