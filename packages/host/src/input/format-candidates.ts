import { formatAge, oneLine } from '@antiphon/core/ui'
import { readSessionSummary, type SessionFile, sessionIdOf } from '@antiphon/transcript'

/** Says which sessions a name could mean, with title and age, so that a person can choose. */
export async function formatCandidates(
  name: string,
  files: readonly SessionFile[],
  now: number,
): Promise<string> {
  const isSameId = new Set(files.map(sessionIdOf)).size < files.length
  const lines: string[] = []
  for (const file of files.slice(0, MAX_SHOWN)) {
    const summary = await readSessionSummary(file)
    const id = isSameId ? file.path : sessionIdOf(file)
    const rest =
      summary.kind === 'problem'
        ? summary.reason
        : `${formatAge(Date.parse(summary.modifiedAt), now)}  ${oneLine(summary.title?.text ?? '', MAX_TITLE)}`
    lines.push(`  ${oneLine(id, MAX_PATH)}  ${rest}`.trimEnd())
  }
  if (files.length > MAX_SHOWN) lines.push(`  … and ${files.length - MAX_SHOWN} more`)
  const advice = isSameId ? 'Give the path of one' : 'Give more of the id'
  return `${oneLine(name)} could be ${files.length} sessions. ${advice}:\n${lines.join('\n')}`
}

const MAX_SHOWN = 10
const MAX_TITLE = 50
const MAX_PATH = 500
